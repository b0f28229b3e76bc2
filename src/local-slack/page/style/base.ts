/** Colours of both schemes, type, and what every control shares. */
export const BASE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff;
  --raised: #ffffff;
  --hover: #f5f5f9;
  --sunken: #f3f3f7;
  --line: #e2e3ea;
  --text: #1d1f2b;
  --muted: #5d6175;
  --accent: #2f4fc6;
  --accent-text: #ffffff;
  --good: #1d7a4c;
  --danger: #b3261e;
  --code: #a1283f;
  --mention: #1f4fb0;
  --mention-ground: #e4ebfb;
  --rail: #1f2340;
  --rail-text: #c6cbec;
  --rail-strong: #ffffff;
  --rail-hover: #2c3158;
  --rail-current: #4a5fc9;
  --rail-muted: #9ba1cb;
  --warning-ground: #ffb454;
  --warning-text: #1d1f2b;
  --shadow: 0 8px 28px rgb(20 22 40 / 18%);
  --edge: rgb(20 22 40 / 26%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #171922;
    --raised: #1f222d;
    --hover: #1d2029;
    --sunken: #11131a;
    --line: #2e3240;
    --text: #e4e6ef;
    --muted: #9ca1b6;
    --accent: #8ea2ff;
    --accent-text: #11131a;
    --good: #6bd29b;
    --danger: #ff8a80;
    --code: #ff9eb0;
    --mention: #b5c5ff;
    --mention-ground: #28315a;
    --rail: #0f1120;
    --rail-text: #aab0d4;
    --rail-hover: #1d2140;
    --rail-current: #3a4aa6;
    --rail-muted: #8f95bd;
    --shadow: 0 8px 28px rgb(0 0 0 / 55%);
    --edge: rgb(0 0 0 / 75%);
  }
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body {
  display: flex;
  flex-direction: column;
  height: 100dvh;
  background: var(--ground);
  color: var(--text);
  font: 15px/1.47 system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif;
}
h1, h2, h3, p, ul, ol, figure, blockquote, pre { margin: 0; }
button, textarea, input, select { font: inherit; color: inherit; }
button { background: none; border: 0; padding: 0; cursor: pointer; text-align: left; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
code, pre { font-family: ui-monospace, 'SF Mono', 'Liberation Mono', monospace; font-size: .87em; }
.icon { width: 18px; height: 18px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.icon-more { stroke-width: 3; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999px; top: 8px; z-index: 30; background: var(--raised); padding: 8px 12px; border-radius: 8px; }
.skip:focus { left: 8px; }
.small { font-size: 13px; color: var(--muted); }
[hidden] { display: none !important; }
@media (prefers-reduced-motion: no-preference) {
  .sidebar, .scrim { transition: transform .18s ease, opacity .18s ease; }
}
`;
