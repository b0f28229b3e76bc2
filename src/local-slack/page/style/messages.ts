/** A message: author, body, thread line, tools. */
export const MESSAGES = `
/* Above the message that follows, whose ground changes below the pointer. */
.day { position: relative; z-index: 1; pointer-events: none; display: flex; justify-content: center; margin: 12px 20px 4px; border-top: 1px solid var(--line); height: 0; }
.day span { transform: translateY(-50%); height: fit-content; background: var(--ground); border: 1px solid var(--line); border-radius: 14px; padding: 2px 12px; font-size: 13px; font-weight: 600; }
.message { position: relative; display: grid; grid-template-columns: 36px minmax(0, 1fr); gap: 0 10px; padding: 8px 20px; }
.message:hover, .message:focus-within { background: var(--hover); }
.message.follows { padding-top: 4px; }
.message.follows .avatar, .message.follows .message-head { display: none; }
.message.follows .thread-line .avatar { display: grid; }
.message.follows .message-main { grid-column: 2; }
.message.ephemeral { background: color-mix(in srgb, var(--mention-ground) 45%, transparent); }
.only-you { display: flex; align-items: center; gap: 6px; font-size: 13px; color: var(--muted); }
.only-you .icon { width: 15px; height: 15px; }
.message-head { display: flex; align-items: baseline; gap: 8px; }
.badge, .message-head time { flex: none; }
.author { font-weight: 700; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.badge { font-size: 10.5px; font-weight: 600; line-height: 15px; padding: 0 4px; border-radius: 3px; background: var(--line); color: var(--muted); align-self: center; }
.organisation { flex: none; font-size: 12px; padding: 0 6px; border: 1px solid var(--line); border-radius: 9px; color: var(--muted); }
time { font-size: 12px; color: var(--muted); }
.avatar { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 8px; font-weight: 700; color: #fff; background: #6b7194; margin-top: 3px; }
.tint-0 { background: #2f7d6b; } .tint-1 { background: #8a5a2b; } .tint-2 { background: #7a4aa0; }
.tint-3 { background: #3a6ea5; } .tint-4 { background: #a0455c; } .tint-5 { background: #556b2f; }
.edited { color: var(--muted); font-size: 12px; }
.thread-line { display: flex; align-items: center; gap: 6px; margin-top: 6px; padding: 4px 8px 4px 4px; border: 1px solid transparent; border-radius: 8px; font-size: 13.5px; max-width: 100%; }
.thread-line:hover { background: var(--raised); border-color: var(--line); }
.thread-line .avatar { width: 22px; height: 22px; border-radius: 5px; margin: 0; font-size: 12px; }
.thread-line strong { color: var(--accent); }
.thread-hint { color: var(--muted); }
.tools { position: absolute; top: -14px; right: 16px; display: flex; gap: 2px; padding: 2px; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 1px 3px rgb(0 0 0 / 10%); opacity: 0; pointer-events: none; }
.message:hover .tools, .message:focus-within .tools { opacity: 1; pointer-events: auto; z-index: 2; }
.tools .tool { width: 30px; height: 28px; }
.menu.above { top: auto; bottom: 34px; }
.menu { position: absolute; top: 34px; right: 0; min-width: 210px; padding: 6px; background: var(--raised); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); z-index: 5; }
.menu-item { display: block; width: 100%; white-space: nowrap; padding: 8px 12px; border-radius: 6px; }
.menu-item:hover, .menu-item:focus-visible { background: var(--accent); color: var(--accent-text); outline: 0; }
.thread .message { padding: 10px 16px; }
.reply-count { display: flex; align-items: center; gap: 12px; margin: 6px 16px; font-size: 13px; color: var(--muted); }
.reply-count::after { content: ''; flex: 1; border-top: 1px solid var(--line); }
@media (max-width: 799px) {
  .message, .thread .message { padding: 8px 12px; grid-template-columns: 32px minmax(0, 1fr); }
  .avatar { width: 32px; height: 32px; }
}
@media (hover: none), (max-width: 799px) {
  /* There is no hovering with a finger, so the tools stand in the message's corner, without a frame. */
  .tools { opacity: 1; pointer-events: auto; top: 2px; right: 4px; gap: 0; padding: 0; background: none; border: 0; box-shadow: none; }
  .tools .tool { width: 36px; height: 28px; }
  .message:not(.ephemeral) .message-head { padding-right: 76px; }
  /* Without a head there is room for one only, where the avatar would be: in the corner it would lie over words. */
  .message.follows .tools { right: auto; left: 10px; top: 1px; }
  .message.follows .reply-tool { display: none; }
  .message.follows .menu { right: auto; left: 0; }
}
`;
