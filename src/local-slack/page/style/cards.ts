/** Cards, containers, tasks, and controls that do nothing here. */
export const CARDS = `
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; align-content: start; max-width: 420px; padding: 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.attachment { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; padding-top: 2px; padding-bottom: 2px; }
.fields > .long { grid-column: 1 / -1; }
.card-title { font-weight: 700; }
.card-hero { padding: 18px 10px; border-radius: 6px; background: var(--sunken); text-align: center; font-size: 13px; }
.video-text::before { content: 'video: '; }
.carousel { display: flex; gap: 10px; overflow-x: auto; padding-bottom: 6px; scroll-snap-type: x proximity; }
.carousel .card { flex: 0 0 min(260px, 80%); scroll-snap-align: start; }
.container { border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.container-narrow { max-width: 420px; } .container-standard { max-width: 560px; } .container-wide { max-width: 680px; }
.container-head { padding: 9px 12px; background: var(--sunken); }
.container-head.ruled { border-bottom: 1px solid var(--line); }
summary.container-head { position: relative; padding-left: 32px; cursor: pointer; list-style: none; }
summary.container-head::-webkit-details-marker { display: none; }
summary.container-head::before { content: '▸'; position: absolute; left: 12px; color: var(--muted); }
details[open] > summary.container-head::before { content: '▾'; }
summary.container-head:hover { background: var(--hover); }
summary.container-head:focus-visible { outline-offset: -2px; border-radius: 10px; }
.container-title { font-weight: 700; }
.container-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 10px 12px; }
.task { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; }
.task-head { display: flex; gap: 8px; font-weight: 650; }
.task-mark { flex: none; width: 1.2em; text-align: center; color: var(--muted); }
.task-complete .task-mark { color: var(--good); } .task-error .task-mark { color: var(--danger); } .task-in_progress .task-mark { color: var(--accent); }
.task-text, .task-sources { padding-left: calc(1.2em + 8px); font-size: 14px; }
.task-sources { display: flex; flex-wrap: wrap; gap: 2px 12px; list-style: none; }
.noted { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; }
.noted small { color: var(--muted); }
.button:disabled { opacity: .6; cursor: not-allowed; }
.button .icon { width: 15px; height: 15px; margin-right: 6px; }
.select[multiple] { min-height: 84px; max-width: 100%; }
.actions .picker, .accessory .picker, .actions textarea { min-height: 32px; max-width: 100%; padding: 3px 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); }
.accessory { max-width: 60%; }
.radio { align-items: flex-start; }
.radio input, .input .radio input { width: auto; min-height: 0; margin: 5px 0 0; flex: none; }
.radio small { color: var(--muted); }
.color { white-space: nowrap; }
.color-swatch { width: .8em; height: .8em; margin-right: .3em; vertical-align: baseline; }
@media (max-width: 799px) {
  .card, .container { max-width: none; }
  .accessory { max-width: 100%; }
  summary.container-head { padding-top: 11px; padding-bottom: 11px; }
}
`;
