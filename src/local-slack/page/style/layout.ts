/** Rail, channel and thread beside each other; on a phone one of them at a time. */
export const LAYOUT = `
.app { position: relative; flex: 1; min-height: 0; display: grid; grid-template-columns: 248px minmax(0, 1fr); grid-template-rows: minmax(0, 1fr); }
.app[data-thread='open'] { grid-template-columns: 248px minmax(0, 1fr) minmax(360px, 42%); }
.sidebar { background: var(--rail); color: var(--rail-text); overflow-y: auto; padding: 0 8px 16px; display: flex; flex-direction: column; }
.workspace { display: flex; align-items: center; gap: 10px; height: 56px; padding: 0 8px; color: var(--rail-strong); }
.sidebar h2 { font-size: 13px; font-weight: 500; margin: 14px 8px 4px; }
.sidebar ul { list-style: none; padding: 0; }
.channel { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 32px; padding: 2px 8px; border-radius: 6px; }
.channel:hover { background: var(--rail-hover); }
.channel .icon { width: 16px; height: 16px; opacity: .8; }
.channel-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: 1; }
.channel.archived { color: var(--rail-muted); }
.channel.current { background: var(--rail-current); color: var(--rail-strong); }
.channel.unread { color: var(--rail-strong); font-weight: 650; }
.dot { flex: none; width: 8px; height: 8px; border-radius: 50%; background: #ffb454; }
.draft, .shared-mark { display: flex; }
.sidebar :focus-visible { outline-color: #ffb454; }
.sidebar-note { margin: auto 8px 0; padding-top: 24px; font-size: 12.5px; line-height: 1.4; color: var(--rail-muted); }
.main, .thread { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
.thread { border-left: 1px solid var(--line); background: var(--ground); }
.bar { display: flex; align-items: center; gap: 12px; min-height: 56px; padding: 6px 20px; border-bottom: 1px solid var(--line); flex: none; }
.bar h1, .bar h2 { display: flex; align-items: baseline; gap: 8px; font-size: 17px; font-weight: 700; white-space: nowrap; }
.bar h1 .icon { align-self: center; }
.bar h2 { flex: 1; }
.bar small, .bar .purpose { font-size: 13px; font-weight: 400; color: var(--muted); }
.bar .purpose { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.shared-badge { flex: none; font-size: 12.5px; padding: 1px 8px; border: 1px solid var(--line); border-radius: 10px; color: var(--muted); white-space: nowrap; }
.messages { flex: 1; overflow-y: auto; overflow-x: hidden; padding: 8px 0 16px; overscroll-behavior: contain; }
.tool { display: inline-grid; place-items: center; width: 32px; height: 32px; border-radius: 6px; color: var(--muted); }
.tool:hover { background: var(--hover); color: var(--text); }
.messages:focus-visible { outline-offset: -3px; }
.only-phone, .scrim { display: none; }
/* In the flow, so that what they say lies over nothing that could be read or pressed. */
.link, .toasts { flex: none; display: grid; text-align: center; font-size: 14px; }
.link:not(:empty), .toast { padding: 6px 16px; overflow-wrap: anywhere; }
.link { background: var(--good); color: var(--ground); }
.link.down { background: var(--warning-ground); color: var(--warning-text); }
.toast { background: var(--text); color: var(--ground); }
.toast + .toast { border-top: 1px solid var(--muted); }
.welcome { padding: 20px 20px 12px; max-width: 760px; }
.welcome h2 { font-size: 24px; line-height: 1.25; margin-bottom: 2px; }
.welcome .purpose { color: var(--muted); margin-bottom: 8px; }
.welcome .sharing { margin-top: 8px; }
.welcome code { background: var(--sunken); border: 1px solid var(--line); border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
.welcome p code { white-space: nowrap; }
.suggestions { margin-top: 16px; display: grid; gap: 8px; }
.suggestions h3 { font-size: 14px; }
.suggestion { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.suggestion:hover { border-color: var(--accent); }
.suggestion-label { font-weight: 600; flex: 1 1 220px; }
.suggestion code { background: none; border: 0; padding: 0; color: var(--muted); }
@media (max-width: 1080px) {
  .app[data-thread='open'] { grid-template-columns: 208px minmax(0, 1fr) minmax(340px, 46%); }
  .app { grid-template-columns: 208px minmax(0, 1fr); }
}
@media (max-width: 799px) {
  .app, .app[data-thread='open'] { grid-template-columns: minmax(0, 1fr); }
  .sidebar { position: absolute; inset: 0 auto 0 0; width: min(300px, 84vw); z-index: 12; transform: translateX(-101%); visibility: hidden; }
  .app[data-menu='open'] .sidebar { transform: none; visibility: visible; }
  .app[data-menu='open'] .scrim { display: block; position: absolute; inset: 0; z-index: 11; background: rgb(0 0 0 / 45%); }
  .channel { min-height: 44px; }
  .thread { position: absolute; inset: 0; z-index: 10; border: 0; }
  /* Below the thread that covers it, nothing can be reached. */
  .app[data-thread='open'] .main { visibility: hidden; }
  .only-phone { display: inline-grid; }
  .only-wide { display: none; }
  .bar { padding: 6px 12px; gap: 6px; }
  .tool { width: 40px; height: 40px; }
  .bar .purpose { display: none; }
  .welcome { padding: 16px 14px 8px; }
}
`;
