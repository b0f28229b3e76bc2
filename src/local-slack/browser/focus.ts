/** Parts of the page that are redrawn on their own; within one, a control is known by its message and its name. */
const PARTS = '#sidebar, #channel-header, #messages, #composer-place, #thread, #modal';
const CONTROLS = 'button, a, select, input, textarea, summary, [tabindex]';

/** Redraws; whoever works by keyboard stays where they were instead of being thrown back to the top of the page. */
export function keepFocus(redraw: () => void): void {
  const restore = rememberFocus();
  redraw();
  restore();
}

/** @returns what gives the focus back to the control that has it now, or to the one drawn in its stead */
export function rememberFocus(): () => void {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return () => {};
  const part = active.closest<HTMLElement>(PARTS)?.id;
  const message = messageOf(active);
  const name = nameOf(active);
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    if (active.isConnected) return active.focus();
    const controls = part ? (document.getElementById(part)?.querySelectorAll<HTMLElement>(CONTROLS) ?? []) : [];
    [...controls].find((one) => messageOf(one) === message && nameOf(one) === name)?.focus();
  };
}

/** Focuses the first of these that can have it. */
export function focusFirst(candidates: Iterable<HTMLElement>): boolean {
  for (const candidate of candidates) {
    candidate.focus();
    if (document.activeElement === candidate) return true;
  }
  return false;
}

function messageOf(element: HTMLElement): string | undefined {
  return element.closest<HTMLElement>('.message')?.dataset['ts'];
}

/** `data-key` names what changes its words, e.g. with the number of replies. */
function nameOf(element: HTMLElement): string {
  const { key, blockId } = element.dataset;
  return key ?? blockId ?? element.getAttribute('aria-label') ?? element.textContent;
}
