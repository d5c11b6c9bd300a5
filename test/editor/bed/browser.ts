// Chromium, and in it one window of the workbench. The window is the smoke-test driver's other half: VS Code logs to
// it and tells it with which code the tests in the extension host ended.
import { chromium, type Browser, type Page } from 'playwright-core';
import type { VscodeServer } from './vscodeServer.ts';

/** Milliseconds for a page to load, and for what it shows next: other suites run beside these. */
const navigationMs = 90_000;
const shownMs = 60_000;
export const usualSize = { width: 1400, height: 900 };

/**
 * Script for each frame: no spinner is animated, since drawing takes a tenth of the processor without a graphics card.
 */
const standsStill = `document.addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
});`;

export async function launchBrowser(executablePath: string): Promise<Browser> {
  const drawsLittle = [
    '--disable-gpu-compositing',
    '--disable-lcd-text',
    '--disable-partial-raster',
    '--num-raster-threads=1',
  ];
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    ...drawsLittle,
  ];
  return chromium.launch({ executablePath, args });
}

export interface WindowOptions {
  /** The workspace folder, or a `.code-workspace` file; absolute. */
  readonly folder: string;
  /** The folder of the development extension (the test driver); absolute. */
  readonly driver: string;
  /** The module whose `run()` the extension host executes; absolute. */
  readonly tests?: string;
  /** Called with the output of the workbench and, while tests run, of the extension host. */
  readonly onLog?: (level: string, text: string) => void;
  readonly size?: { readonly width: number; readonly height: number };
  /** Number of pixels of a picture per CSS pixel; default: 1. */
  readonly scale?: number;
}

export interface EditorWindow {
  readonly page: Page;
  /** The exit code of `tests`; never settles when there are none. */
  readonly exitCode: Promise<number>;
  /** Loads the workbench afresh, with another folder, or a `.code-workspace` file. */
  openFolder(folder: string): Promise<void>;
  /** Loads the workbench without a folder. */
  openEmpty(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the workbench. Returns when the page has loaded, which is before extensions are active. */
export async function openWindow(
  browser: Browser,
  server: VscodeServer,
  options: WindowOptions,
): Promise<EditorWindow> {
  const context = await browser.newContext({
    viewport: options.size ?? usualSize,
    deviceScaleFactor: options.scale ?? 1,
  });
  const page = await context.newPage();
  await page.addInitScript(standsStill);
  page.setDefaultNavigationTimeout(navigationMs);
  page.setDefaultTimeout(shownMs);
  const { promise: exitCode, resolve } = Promise.withResolvers<number>();
  await page.exposeFunction('codeAutomationLog', (level: unknown, args: unknown) => {
    options.onLog?.(String(level), Array.isArray(args) ? args.map(String).join(' ') : String(args));
  });
  await page.exposeFunction('codeAutomationExit', (code: unknown) => resolve(Number(code)));
  const payload = [
    ['extensionDevelopmentPath', server.uri(options.driver)],
    ...(options.tests === undefined ? [] : [['extensionTestsPath', server.uri(options.tests)]]),
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  const open = async (what: string) => {
    await page.goto(`${server.origin}/?${what}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
  };
  const openFolder = (folder: string) =>
    open(`${folder.endsWith('.code-workspace') ? 'workspace' : 'folder'}=${encodeURIComponent(folder)}`);
  await openFolder(options.folder);
  return { page, exitCode, openFolder, openEmpty: () => open('ew=true'), close: () => context.close() };
}
