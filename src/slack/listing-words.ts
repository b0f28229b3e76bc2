import type { Listing, ListRequest } from './ask.ts';

type Counts = Omit<Listing, 'applications'>;

/** What a list of which `shown` applications are seen says of itself: how many there are, and how far the search went. */
export function listingWords(shown: number, counts: Counts, asked: ListRequest): string {
  if (counts.searched !== null) return searchedWords(counts.total, counts.searched, counts.more, asked);
  const { total, more } = counts;
  if (total === 0) return nothingWords(more, asked);
  if (shown < total || more) {
    const all = `${more ? 'at least ' : ''}${total} ${applications(total, asked)}`;
    return `The latest ${shown} of ${all}; add words of the name to narrow the list.`;
  }
  return total === 1 ? `One ${applications(1, asked)}.` : `${total} ${applications(total, asked)}, the latest first.`;
}

function searchedWords(
  failed: number,
  { newest, unread, ended }: NonNullable<Counts['searched']>,
  more: boolean,
  asked: ListRequest,
): string {
  if (ended === 0)
    return `No application${matching(1, asked)} has ended yet, so none failed. Type list for all of them.`;
  const left = newest < ended || more;
  const of = left ? `the newest ${newest}` : `${newest}`;
  const found = `Of ${of} ended ${plural(newest)}${matching(newest, asked)}, ${failed === 0 ? 'none' : failed} failed`;
  const unreadToo = unread === 0 ? '' : ` The jobs of ${unread} of them could not be read now.`;
  if (!left) return `${found}.${unreadToo}${failed === 0 ? ' Type list for all of them.' : ''}`;
  return `${found}; I did not look further.${unreadToo} Add words of the name to look among others: list failed TEXT.`;
}

function nothingWords(more: boolean, asked: ListRequest): string {
  const where = more ? ' among the latest that I look through' : '';
  if (asked.text !== undefined) {
    return `There is no ${applications(1, asked)}${where}. Try list without further words, or part of another name.`;
  }
  if (asked.status === 'running') return 'No application is running. Type list for the latest ones.';
  return 'There is no application to show yet. Once one has written its event log, list shows it.';
}

function applications(count: number, asked: ListRequest): string {
  return `${asked.status === 'running' ? 'running ' : ''}${plural(count)}${matching(count, asked)}`;
}

function plural(count: number): string {
  return count === 1 ? 'application' : 'applications';
}

function matching(count: number, { text }: ListRequest): string {
  if (text === undefined) return '';
  return count === 1 ? ` that matches "${text}"` : ` that match "${text}"`;
}
