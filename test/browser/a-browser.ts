import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/** Debian's; another one by the environment. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Nothing a fresh profile would fetch on its own may look like a request of the page. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SCREENSHOTS = new URL('../../.artifacts/browser/', import.meta.url).pathname;

export const DESKTOP = { width: 1360, height: 860 };
export const PHONE = { width: 390, height: 844 };

export interface Visit {
  page: Page;
  /** Console errors and warnings, uncaught errors, and requests to anywhere but the page's own address. */
  trouble: string[];
  screenshot(name: string): Promise<void>;
}

export interface VisitOptions {
  viewport?: { width: number; height: number };
  dark?: boolean;
}

/** Opens the page in a browser with a profile of its own; the test fails at its end if anything went wrong in it. */
export async function visit(url: string, options: VisitOptions = {}): Promise<Visit> {
  const profile = mkdtempSync(join(tmpdir(), 'sparkcheck-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    args: ARGUMENTS,
    headless: true,
    viewport: options.viewport ?? DESKTOP,
    colorScheme: options.dark ? 'dark' : 'light',
    deviceScaleFactor: options.viewport === PHONE ? 2 : 1,
    locale: 'en-GB',
  });
  context.setDefaultTimeout(20_000);
  const trouble: string[] = [];
  watch(context, new URL(url).origin, trouble);
  const page = await context.newPage();
  onTestFinished(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    expect(trouble).toEqual([]);
  });
  await page.goto(url);
  await page.locator('.welcome').waitFor();
  return {
    page,
    trouble,
    async screenshot(name) {
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
    },
  };
}

function watch(context: BrowserContext, origin: string, trouble: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') trouble.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => trouble.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const { origin: asked } = new URL(request.url());
    if (asked !== origin && asked !== 'null') trouble.push(`request to ${asked}`);
  });
}

/** Whether anything sticks out of the window sideways. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
}
