import { BASE } from './style/base.ts';
import { BLOCKS } from './style/blocks.ts';
import { CARDS } from './style/cards.ts';
import { COMPOSER } from './style/composer.ts';
import { FIGURES } from './style/figures.ts';
import { LAYOUT } from './style/layout.ts';
import { MESSAGES } from './style/messages.ts';

/** The page's whole style sheet; later parts win over earlier ones. */
export const STYLE = [BASE, LAYOUT, MESSAGES, BLOCKS, CARDS, FIGURES, COMPOSER].join('\n');
