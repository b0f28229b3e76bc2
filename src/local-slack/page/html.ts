/** The page's frame; everything in it is filled by src/local-slack/browser. */
export const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Local Slack</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/style.css">
<script type="module" src="/assets/browser/main.js"></script>
</head>
<body>
<a class="skip" href="#composer">Skip to the message box</a>
<div id="link" class="link" role="status"></div>
<div id="toasts" class="toasts" role="status"></div>
<div id="app" class="app" data-thread="closed" data-menu="closed">
  <nav id="sidebar" class="sidebar" aria-label="Channels"></nav>
  <button id="scrim" class="scrim" type="button" aria-label="Close the channel list" tabindex="-1"></button>
  <main id="main" class="main">
    <header id="channel-header" class="bar"></header>
    <div id="messages" class="messages" role="log" aria-label="Messages" tabindex="0"></div>
    <div id="composer-place" class="composer-place"></div>
  </main>
  <aside id="thread" class="thread" aria-label="Thread" hidden></aside>
</div>
<dialog id="modal" class="modal" aria-labelledby="modal-title"></dialog>
<noscript>This page is a small chat client and needs JavaScript.</noscript>
</body>
</html>
`;
