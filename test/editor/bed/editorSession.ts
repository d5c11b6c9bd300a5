// One editor from start to end: a workspace, a server with the packaged extension, a browser and a window, and on
// request Copilot Chat with a scripted model. Whatever was started is stopped in reverse order, also when a later
// part fails to start.
import type { Page } from 'playwright-core';
import { launchBrowser, openWindow, usualSize, type EditorWindow, type WindowOptions } from './browser.ts';
import { copilotProfile, copilotServiceProfile } from './copilotProfile.ts';
import { ScriptedCopilot } from './scriptedCopilot.ts';
import { ScriptedModel } from './scriptedModel.ts';
import type { TestBed } from './testBed.ts';
import { VscodeServer, type Configuration, type ServerOptions } from './vscodeServer.ts';
import { makeWorkspace, type TestWorkspace } from './workspace.ts';

/** What can differ from one folder to the next in the same window. */
export interface FolderOptions extends Pick<WindowOptions, 'size'>, Configuration {
  /** Relative to the workspace: these are opened, as a workspace of several folders. */
  readonly folders?: readonly string[];
}

/** Of all windows that are open, the newest last. */
const pages = new Set<Page>();

export const openPages: ReadonlySet<Page> = pages;

export type SessionOptions = FolderOptions & Pick<WindowOptions, 'tests' | 'onLog' | 'scale'> & Pick<ServerOptions, 'env' | 'likeUsers'>;

export interface EditorSession extends AsyncDisposable {
  /** The folder that is open. */
  readonly workspace: TestWorkspace;
  /** Of the open folder: where its runs are recorded. */
  readonly runsFolder: string;
  /** Waits until a chat with the text is on disk, from where a reload takes it. */
  keepsChat(text: string): Promise<void>;
  /** Of the first process of its server. */
  readonly serverPid: number | undefined;
  readonly window: EditorWindow;
  /** Opens a new workspace in the window, which loads afresh, with settings of its own. */
  openNext(options: FolderOptions): Promise<void>;
}

export interface CopilotSession extends EditorSession {
  readonly model: ScriptedModel;
}

/** With models of vendor `copilot`. */
export interface CopilotServiceSession extends CopilotSession {
  readonly model: ScriptedCopilot;
}

export async function openEditor(bed: TestBed, options: SessionOptions = {}): Promise<EditorSession> {
  await using parts = new AsyncDisposableStack();
  return await open(parts, bed, options, {});
}

/** The same with Copilot Chat enabled and answered by a scripted model. */
export async function openEditorWithCopilot(bed: TestBed, options: SessionOptions = {}): Promise<CopilotSession> {
  await using parts = new AsyncDisposableStack();
  const model = parts.adopt(await ScriptedModel.start(), (started) => started.stop());
  return Object.assign(await open(parts, bed, options, copilotProfile(model)), { model });
}

/** The same with models of vendor `copilot`, which search tools. */
export async function openEditorWithCopilotService(bed: TestBed, options: SessionOptions = {}): Promise<CopilotServiceSession> {
  await using parts = new AsyncDisposableStack();
  const model = parts.adopt(await ScriptedCopilot.start(), (started) => started.stop());
  return Object.assign(await open(parts, bed, options, copilotServiceProfile(model)), { model });
}

async function open(
  parts: AsyncDisposableStack,
  { codeServer, node, extensions, driver, chromium }: TestBed,
  { settings, workspaceTrust, env, folders, likeUsers, ...window }: SessionOptions,
  profile: Pick<ServerOptions, 'settings' | 'userFiles' | 'env'>,
): Promise<EditorSession> {
  let workspace = makeWorkspace(folders);
  parts.defer(() => workspace[Symbol.dispose]());
  const server = parts.adopt(
    await VscodeServer.start({ codeServer, node, likeUsers, extensions, ...profile, env: { ...profile.env, ...env } }),
    (started) => started.stop(),
  );
  server.configure({ settings, workspaceTrust });
  const browser = parts.adopt(await launchBrowser(chromium), (launched) => launched.close());
  const opened = await openWindow(browser, server, { folder: workspace.opened, driver, ...window });
  pages.add(opened.page);
  parts.defer(() => void pages.delete(opened.page));
  const owned = parts.move();
  return {
    get workspace() {
      return workspace;
    },
    get runsFolder() {
      return server.runsFolder(workspace.folder);
    },
    keepsChat: (text) => server.keepsChat(text),
    get serverPid() {
      return server.pid;
    },
    window: opened,
    async openNext({ size = usualSize, folders, ...configuration }) {
      using _before = workspace;
      // The window of the folder before is gone when the settings change: it could keep them, and hand them on to the next.
      await opened.page.goto('about:blank');
      workspace = makeWorkspace(folders);
      server.configure(configuration);
      await opened.page.setViewportSize(size);
      await opened.openFolder(workspace.opened);
      // What the window of the folder before was writing into its settings may have come after them.
      server.configure(configuration);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
