/** The box a line is typed in, and what it proposes. */
export const COMPOSER = `
.speaking { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: center; border: 0; margin: 0; padding: 0 8px 4px; font-size: 13px; color: var(--muted); }
.speaking[hidden] { display: none; }
.speaking legend { float: left; padding: 0; margin-right: 14px; }
.speaking input { margin: 0; }
.speaking label { display: inline-flex; align-items: center; gap: 5px; min-height: 24px; color: var(--text); cursor: pointer; }
.composer-place, .thread > .composer { flex: none; padding: 6px 20px 10px; }
.composer { position: relative; }
.composer-box { display: flex; align-items: flex-end; gap: 4px; border: 1px solid color-mix(in srgb, var(--muted) 50%, transparent); border-radius: 10px; background: var(--raised); padding: 4px; }
.composer-box:focus-within { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.composer textarea { flex: 1; min-width: 0; border: 0; outline: 0; background: none; resize: none; padding: 7px 8px; line-height: 1.45; }
.composer textarea::placeholder { color: var(--muted); opacity: 1; }
.send { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 8px; background: var(--good); color: var(--ground); flex: none; }
.send:disabled { background: none; color: var(--muted); opacity: .6; cursor: default; }
.composer-note { min-height: 20px; padding: 2px 8px 0; font-size: 12.5px; color: var(--muted); line-height: 1.4; overflow-wrap: anywhere; }
.composer-failure { padding: 4px 8px 0; font-size: 13.5px; line-height: 1.4; color: var(--danger); overflow-wrap: anywhere; }
.composer-failure:empty { display: none; }
.offers { position: absolute; left: 0; right: 0; bottom: calc(100% + 6px); max-height: 240px; overflow-y: auto; list-style: none; padding: 6px; background: var(--raised); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); z-index: 6; }
.offers li { display: flex; flex-wrap: wrap; gap: 0 12px; padding: 7px 10px; border-radius: 6px; cursor: pointer; }
.offers li:hover { background: var(--hover); }
.offers li[aria-selected='true'] { background: var(--accent); color: var(--accent-text); }
.offers span { color: var(--muted); }
.offers li[aria-selected='true'] span { color: inherit; }
.archived-note { padding: 14px; text-align: center; color: var(--muted); background: var(--sunken); border-radius: 10px; margin-bottom: 10px; }
.thread > .composer { padding: 6px 16px 10px; }
@media (max-width: 799px) {
  .composer-place, .thread > .composer { padding: 6px 10px; }
  .composer textarea { font-size: 16px; }
  .send { width: 40px; height: 40px; }
  .speaking label { min-height: 40px; }
  .composer-note:empty { min-height: 4px; }
}
`;
