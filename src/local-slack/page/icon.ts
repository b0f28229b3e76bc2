/** A spark over a thread of three lines. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#1f2340"/>
<path d="M17 4 9 16h6l-2 8 9-12h-6z" fill="#ffb454"/>
<path d="M8 27h16" stroke="#8ea2ff" stroke-width="2" stroke-linecap="round"/>
</svg>`;
