// One editor from start to end: a workspace, a server with the packaged extension, a browser and a window, and on
// request Copilot Chat with a scripted model. Whatever was started is stopped in reverse order, also when a later
// part fails to start.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser, openWindow, type EditorWindow, type WindowOptions } from './browser.ts';
import { copilotProfile } from './copilotProfile.ts';
import { ScriptedModel } from './scriptedModel.ts';
import { repository, type TestBed } from './testBed.ts';
import { VscodeServer, type ServerOptions } from './vscodeServer.ts';
import { makeWorkspace, type TestWorkspace } from './workspace.ts';

export type SessionOptions = Pick<WindowOptions, 'tests' | 'onLog' | 'size'> & Pick<ServerOptions, 'settings' | 'env' | 'workspaceTrust'>;

export interface EditorSession extends AsyncDisposable {
  readonly workspace: TestWorkspace;
  readonly window: EditorWindow;
}

export interface CopilotSession extends EditorSession {
  readonly model: ScriptedModel;
}

export async function openEditor(bed: TestBed, options: SessionOptions = {}): Promise<EditorSession> {
  await using parts = new AsyncDisposableStack();
  return await open(parts, bed, options, {});
}

/** The same with Copilot Chat enabled and answered by a scripted model. */
export async function openEditorWithCopilot(bed: TestBed, options: SessionOptions = {}): Promise<CopilotSession> {
  await using parts = new AsyncDisposableStack();
  const model = parts.adopt(await ScriptedModel.start(), (started) => started.stop());
  const { settings, ...profile } = copilotProfile(model);
  return { ...(await open(parts, bed, { ...options, settings: { ...settings, ...options.settings } }, profile)), model };
}

async function open(
  parts: AsyncDisposableStack,
  bed: TestBed,
  options: SessionOptions,
  profile: Pick<ServerOptions, 'userFiles' | 'env'>,
): Promise<EditorSession> {
  const { settings = {}, env = {}, workspaceTrust = false, ...window } = options;
  const workspace = parts.use(makeWorkspace());
  const server = parts.adopt(
    await VscodeServer.start({ codeServer: bed.codeServer, extensions: bed.extensions, settings, workspaceTrust, env, ...profile }),
    (started) => started.stop(),
  );
  const browser = parts.adopt(await launchBrowser(bed.chromium), (launched) => launched.close());
  const opened = await openWindow(browser, server, { folder: workspace.folder, driver: bed.driver, ...window });
  const owned = parts.move();
  return { workspace, window: opened, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** What the window looked like when a test failed: `.vscode-test/failures/<name>.png`. Returns the file. */
export async function pictureOfFailure(session: EditorSession, name: string): Promise<string> {
  const folder = join(repository, '.vscode-test', 'failures');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.png`);
  await session.window.page.screenshot({ path });
  return path;
}
