import type { CheckSection } from './narration.ts';
import { enumerated, plain } from './say.ts';

/** False for a check that had no stage to open: beside its title it has nothing to tell. */
export function isRead(section: CheckSection): boolean {
  return section.paragraphs.length > 0;
}

/** One line for all of those together; `null` where every check was read. */
export function unreadLine(checks: CheckSection[]): string | null {
  const numbers = checks.filter((section) => !isRead(section)).map((section) => section.number);
  if (numbers.length === 0) return null;
  return `${plain(enumerated(numbers, 5))} · No stage to read, so ${numbers.length === 1 ? 'that check has' : 'these checks have'} nothing to look at.`;
}
