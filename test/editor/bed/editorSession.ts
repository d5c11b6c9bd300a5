// One editor from start to end: a workspace, a server with the packaged extension, a browser and a window, and on
// request Copilot Chat with a scripted model. All started parts are stopped in reverse order, also when a later part
// fails to start.
import type { Page } from 'playwright-core';
import { launchBrowser, openWindow, usualSize, type EditorWindow, type WindowOptions } from './browser.ts';
import { copilotProfile, copilotServiceProfile } from './copilotProfile.ts';
import { ScriptedCopilot } from './scriptedCopilot.ts';
import { ScriptedModel } from './scriptedModel.ts';
import type { TestBed } from './testBed.ts';
import { VscodeServer, type Configuration, type ServerOptions } from './vscodeServer.ts';
import { makeWorkspace, type TestWorkspace } from './workspace.ts';

/** Options that can differ from one folder to the next in the same window. */
export interface FolderOptions extends Pick<WindowOptions, 'size'>, Configuration {
  /** Paths relative to the workspace. These folders are opened as a multi-root workspace. */
  readonly folders?: readonly string[];
}

/** The pages of all open windows, the newest last. */
const pages = new Set<Page>();

export const openPages: ReadonlySet<Page> = pages;

export type SessionOptions = FolderOptions &
  Pick<WindowOptions, 'tests' | 'onLog' | 'scale'> &
  Pick<ServerOptions, 'env' | 'likeUsers'>;

export interface EditorSession extends AsyncDisposable {
  /** The folder that is open. */
  readonly workspace: TestWorkspace;
  /** The folder in which the runs of the open folder are recorded. */
  readonly runsFolder: string;
  /** Waits until a chat with the text is on disk, where a reload finds it. */
  keepsChat(text: string): Promise<void>;
  /** Id of the first process of the server. */
  readonly serverPid: number | undefined;
  readonly window: EditorWindow;
  /** Opens a new workspace in the window, which reloads, with settings of its own. */
  openNext(options: FolderOptions): Promise<void>;
}

export interface CopilotSession extends EditorSession {
  readonly model: ScriptedModel;
}

/** A session with models of vendor `copilot`. */
export interface CopilotServiceSession extends CopilotSession {
  readonly model: ScriptedCopilot;
}

export async function openEditor(bed: TestBed, options: SessionOptions = {}): Promise<EditorSession> {
  await using parts = new AsyncDisposableStack();
  return await open(parts, bed, options, {});
}

/** Opens a session with Copilot Chat enabled and a scripted model. */
export async function openEditorWithCopilot(
  bed: TestBed,
  options: SessionOptions = {},
): Promise<CopilotSession> {
  await using parts = new AsyncDisposableStack();
  const model = parts.adopt(await ScriptedModel.start(), (started) => started.stop());
  return Object.assign(await open(parts, bed, options, copilotProfile(model)), { model });
}

/** Opens a session with models of vendor `copilot`, which search tools. */
export async function openEditorWithCopilotService(
  bed: TestBed,
  options: SessionOptions = {},
): Promise<CopilotServiceSession> {
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
    await VscodeServer.start({
      codeServer,
      node,
      likeUsers,
      extensions,
      ...profile,
      env: { ...profile.env, ...env },
    }),
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
      // The window of the previous folder is closed before the settings change, since it could keep them and pass them
      // to the next window.
      await opened.page.goto('about:blank');
      workspace = makeWorkspace(folders);
      server.configure(configuration);
      await opened.page.setViewportSize(size);
      await opened.openFolder(workspace.opened);
      // The previous window may still have written its settings after the new ones, so they are written again.
      server.configure(configuration);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
