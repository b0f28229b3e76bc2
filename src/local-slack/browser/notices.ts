import { el, frame } from './dom.ts';

const TOAST_MS = 8_000;
const CONNECTED_MS = 3_000;

/** Says something for a while. It has room of its own, so it lies over no control; a modal makes the rest silent. */
export function toast(text: string): void {
  const shown = el('div', { class: 'toast' }, text);
  (document.querySelector('dialog[open] .toasts') ?? frame('toasts')).append(shown);
  setTimeout(() => shown.remove(), TOAST_MS);
}

let isUp = true;

/** Tells a lost connection until it is back, and then for a moment that it is. */
export function showLink(up: boolean): void {
  if (up === isUp) return;
  isUp = up;
  const status = frame('link');
  status.textContent = up ? 'Connected again.' : 'The connection to the local Slack is lost. Reconnecting…';
  status.classList.toggle('down', !up);
  if (up) setTimeout(() => isUp && status.replaceChildren(), CONNECTED_MS);
}
