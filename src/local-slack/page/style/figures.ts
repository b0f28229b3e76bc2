/** Tables and charts. */
export const FIGURES = `
.scroll-frame { position: relative; border: 1px solid var(--line); border-radius: 8px; max-width: 100%; width: fit-content; }
.scroll-inside { overflow-x: auto; border-radius: 7px; overscroll-behavior-x: contain; }
.scroll-inside:focus-visible { outline-offset: 1px; border-radius: 7px; }
.scroll-frame::before, .scroll-frame::after { content: ''; position: absolute; top: 0; bottom: 0; width: 36px; pointer-events: none; opacity: 0; z-index: 1; }
.scroll-frame::before { left: 0; border-radius: 7px 0 0 7px; background: linear-gradient(to right, var(--edge), transparent); }
.scroll-frame::after { right: 0; border-radius: 0 7px 7px 0; background: linear-gradient(to left, var(--edge), transparent); }
.more-before::before, .more-after::after { opacity: 1; }
table { border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 6px 10px; font-weight: 650; }
th, td { padding: 5px 9px; border-bottom: 1px solid var(--line); border-right: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap; }
th { background: var(--sunken); font-weight: 650; }
tr > :last-child { border-right: 0; }
tbody tr:last-child td { border-bottom: 0; }
.align-right { text-align: right; }
.align-center { text-align: center; }
.chart { border: 1px solid var(--line); border-radius: 10px; padding: 10px 12px 6px; max-width: 600px; }
.chart figcaption { font-weight: 650; font-size: 14px; margin-bottom: 4px; }
.chart svg { display: block; width: 100%; height: auto; }
.chart text { fill: var(--muted); font-size: 11.5px; font-family: inherit; }
.chart .figure { fill: var(--text); font-size: 11px; }
.grid { stroke: var(--line); stroke-width: 1; }
.bar-mark, .swatch { fill: var(--series); background: var(--series); }
.line-mark { fill: none; stroke: var(--series); stroke-width: 2; }
.dot-mark { fill: var(--series); }
.area-mark { fill: var(--series); opacity: .22; }
.series-0 { --series: #4a6cf0; } .series-1 { --series: #f08c2e; } .series-2 { --series: #2a9d78; } .series-3 { --series: #c2497f; }
.series-4 { --series: #8566d6; } .series-5 { --series: #b8a32c; } .series-6 { --series: #3fa3c8; } .series-7 { --series: #a8623b; }
.series-8 { --series: #6f8f3a; } .series-9 { --series: #d65f5f; } .series-10 { --series: #5a7fa8; } .series-11 { --series: #8a8fa3; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; list-style: none; padding: 6px 0; font-size: 13px; }
.legend li { display: flex; align-items: center; gap: 6px; }
.swatch { width: 10px; height: 10px; border-radius: 3px; }
.pie { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; }
.pie svg { width: 160px; flex: none; }
.pie .legend { flex-direction: column; }
`;
