import { readdirSync, readFileSync } from 'node:fs';
import { HTML } from './html.ts';
import { ICON } from './icon.ts';
import { STYLE } from './style.ts';

export interface Asset {
  type: string;
  body: string;
}

/** Folders whose compiled modules the browser loads. */
const MODULE_FOLDERS = ['browser', 'text'];

let modules: Map<string, Asset> | null = null;

/** A file of the page by its path, or null. */
export function findAsset(path: string): Asset | null {
  switch (path) {
    case '/':
      return { type: 'text/html; charset=utf-8', body: HTML };
    case '/assets/style.css':
      return { type: 'text/css; charset=utf-8', body: STYLE };
    case '/assets/icon.svg':
      return { type: 'image/svg+xml', body: ICON };
    default:
      modules ??= readModules();
      return modules.get(path) ?? null;
  }
}

/** All of them at once, by name: what a request asks for never becomes a path on the disk. */
function readModules(): Map<string, Asset> {
  // Run from the sources (as tests do), the browser's modules are those of the last build.
  const compiled = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/local-slack/' : '../', import.meta.url);
  const found = new Map<string, Asset>();
  for (const folder of MODULE_FOLDERS) {
    const at = new URL(`${folder}/`, compiled);
    for (const name of readdirSync(at).filter((file) => file.endsWith('.js'))) {
      const body = readFileSync(new URL(name, at), 'utf8');
      found.set(`/assets/${folder}/${name}`, { type: 'text/javascript; charset=utf-8', body });
    }
  }
  return found;
}
