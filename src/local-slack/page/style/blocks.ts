/** Block Kit: text, fields, buttons, inputs, modals. */
export const BLOCKS = `
.message-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; max-width: 760px; overflow-wrap: anywhere; }
.block { min-width: 0; }
.p { white-space: pre-wrap; min-height: 1em; }
.block.header, .md-heading { font-weight: 800; font-size: 17px; line-height: 1.3; }
.section { display: flex; gap: 16px; align-items: flex-start; justify-content: space-between; }
.section-body { min-width: 0; flex: 1; display: grid; gap: 8px; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 8px 16px; }
.context { display: flex; flex-wrap: wrap; gap: 4px 12px; font-size: 13px; color: var(--muted); }
hr.block { border: 0; border-top: 1px solid var(--line); width: 100%; margin: 2px 0; }
.message-body code, .modal code { color: var(--code); background: var(--sunken); border: 1px solid var(--line); border-radius: 4px; padding: 1px 4px; -webkit-box-decoration-break: clone; box-decoration-break: clone; white-space: break-spaces; }
.message-body code.whole { white-space: nowrap; }
.message-body pre, .modal pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; white-space: pre-wrap; line-height: 1.5; }
.scroll-frame pre { border: 0; padding: 0; }
blockquote { border-left: 4px solid var(--line); padding-left: 12px; white-space: pre-wrap; }
.list { padding-left: 24px; }
.indent-1 { margin-left: 24px; } .indent-2 { margin-left: 48px; } .indent-3 { margin-left: 72px; } .indent-4 { margin-left: 96px; }
.mention { color: var(--mention); background: var(--mention-ground); border-radius: 4px; padding: 0 3px; }
.mention-all { color: #7a4b00; background: #ffe9c2; }
.image-text { color: var(--muted); font-style: italic; }
.image-text::before { content: 'image: '; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.pair { display: inline-flex; gap: 4px; }
.button { display: inline-flex; align-items: center; min-height: 32px; padding: 3px 13px; border: 1px solid color-mix(in srgb, var(--muted) 45%, transparent); border-radius: 8px; background: var(--raised); color: var(--text); font-size: 14px; font-weight: 650; line-height: 1.25; }
.button:hover { background: var(--hover); text-decoration: none; box-shadow: 0 1px 2px rgb(0 0 0 / 10%); }
.button-primary { background: var(--good); border-color: var(--good); color: var(--ground); }
.button-primary:hover { background: color-mix(in srgb, var(--good) 88%, #000); }
.button-danger { border-color: var(--danger); color: var(--danger); }
.select, .input input, .input textarea { width: 100%; min-height: 38px; padding: 7px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); }
.actions .select { width: auto; min-height: 32px; padding: 3px 8px; }
.radios { border: 0; padding: 0; margin: 0; display: grid; gap: 4px; }
.radio { display: flex; gap: 8px; align-items: center; }
.alert { border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 8px; padding: 8px 12px; }
.alert-warning { border-left-color: #d08700; } .alert-error { border-left-color: var(--danger); } .alert-success { border-left-color: var(--good); }
.input { display: grid; gap: 6px; }
.input-label { font-weight: 650; }
.input small { color: var(--muted); font-weight: 400; }
.input-error { color: var(--danger); font-size: 14px; }
.modal { width: min(560px, calc(100vw - 24px)); max-height: min(760px, calc(100dvh - 32px)); padding: 0; border: 1px solid var(--line); border-radius: 14px; background: var(--ground); color: var(--text); box-shadow: var(--shadow); overflow: hidden; }
.modal::backdrop { background: rgb(10 12 24 / 55%); }
.modal form { display: flex; flex-direction: column; max-height: inherit; }
.modal-body:focus-visible { outline-offset: -3px; }
.modal-body { padding: 16px 20px; overflow-y: auto; display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; overflow-wrap: anywhere; }
.modal footer { display: flex; justify-content: flex-end; gap: 10px; padding: 12px 20px; border-top: 1px solid var(--line); }
@media (max-width: 799px) {
  .button { min-height: 40px; }
  .section { flex-wrap: wrap; }
}
`;
