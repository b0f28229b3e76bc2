import { el } from './dom.ts';
import { fullName, speakerIn, speakersIn, type Page, type Place } from './page.ts';

export interface Speaking {
  element: HTMLElement;
  /** Fits it to who is in the channel now, and to who speaks. */
  refresh(): void;
}

/**
 * In a channel that is shared with another organisation: the choice to speak as one of its people, which in Slack takes an
 * account there. Elsewhere nothing of it is shown.
 */
export function createSpeaking(page: () => Page, id: string, place: Place): Speaking {
  const element = el('fieldset', { class: 'speaking', hidden: true });
  let drawn = '';

  const choose = (speaker: string): void => {
    page().speaker = speaker;
    // The channel and its open thread have a box each.
    for (const composer of page().composers.values()) composer.refresh();
  };

  const draw = (speakers: string[]): void => {
    element.replaceChildren(
      el('legend', {}, 'Speaking as'),
      ...speakers.map((speaker) => {
        const input = el('input', { type: 'radio', name: `${id}-as`, value: speaker, 'data-key': speaker });
        input.addEventListener('change', () => choose(speaker));
        return el('label', {}, input, fullName(page(), speaker));
      }),
    );
  };

  return {
    element,
    refresh() {
      const speakers = speakersIn(page(), place.channel).map((member) => member.id);
      element.hidden = speakers.length < 2;
      // Drawn only when it changes, so that whoever moves through it by keyboard keeps the focus.
      if (drawn !== speakers.join()) draw(speakers);
      drawn = speakers.join();
      const now = speakerIn(page(), place.channel);
      for (const input of element.querySelectorAll('input')) input.checked = input.value === now;
    },
  };
}
