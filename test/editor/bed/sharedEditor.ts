// Editors that the test files of one process share, one without Copilot Chat, one with it and a model of one's own, and one with models of
// Copilot's own service: each file opens a workspace of its own in the same window. A server, a browser and a window of one's own take twice the
// processor time.
import { isDeepStrictEqual } from 'node:util';
import {
  openEditor,
  openEditorWithCopilot,
  openEditorWithCopilotService,
  type CopilotServiceSession,
  type CopilotSession,
  type EditorSession,
  type FolderOptions,
} from './editorSession.ts';
import { prepareBed } from './testBed.ts';

export interface SharedOptions extends FolderOptions {
  /**
   * Whether the file can do with the window of the one before, if that had the same options; servers and settings are those of a new
   * workspace. To load a window and run its first script takes twenty seconds of processor time, so `run.ts` lets these files follow each other.
   */
  readonly goOn?: boolean;
}

/** Of the files of `page/` that go on in one window. */
export const pageOptions: FolderOptions = { settings: { 'codeMode.editorTools': ['test_*'] } };

/** Of the files of `chat/` that go on in one window. */
export const chatOptions: FolderOptions = {
  settings: { 'codeMode.editorTools': ['test_*'], 'codeMode.workspace.writePaths': ['data/open/**'] },
  size: { width: 1400, height: 1100 },
};

interface Sessions {
  plain: EditorSession | undefined;
  copilot: CopilotSession | undefined;
  service: CopilotServiceSession | undefined;
}

const sessions: Sessions = { plain: undefined, copilot: undefined, service: undefined };
const last = new Map<EditorSession, FolderOptions>();

after(async function () {
  this.timeout(60_000);
  await closeOthers();
});

/** Two windows take from each other. */
async function closeOthers(kept?: keyof Sessions): Promise<void> {
  for (const kind of ['plain', 'copilot', 'service'] as const) {
    if (kind === kept) continue;
    const session = sessions[kind];
    sessions[kind] = undefined;
    await session?.[Symbol.asyncDispose]();
  }
}

/** Without what no test of the window is about: the host tests have TypeScript check a script. */
const quiet = ({ settings, ...options }: FolderOptions): FolderOptions => ({
  ...options,
  settings: { 'js/ts.validate.enabled': false, 'editor.minimap.enabled': false, ...settings },
});
const plain = ({ settings, ...options }: FolderOptions): FolderOptions =>
  quiet({
    ...options,
    settings: { 'workbench.secondarySideBar.defaultVisibility': 'hidden', ...settings },
  });

/**
 * An editor of one file alone, which disposes of it: for settings that its tests cannot do without. A shared window that opens its next folder
 * was seen to keep those of the folder before.
 */
export async function ownEditor(options: FolderOptions): Promise<EditorSession> {
  return await openPlain(plain(options));
}

async function openPlain(options: FolderOptions): Promise<EditorSession> {
  return await openEditor(await prepareBed(), { ...options, env: { CODE_MODE_TEST_MODELS: '1' } });
}

/** Its language models are those of the test driver. Windows of the other kinds are closed. */
export async function sharedEditor(options: SharedOptions = {}): Promise<EditorSession> {
  return await shared('plain', options, plain, openPlain);
}

/** The same with Copilot Chat and one scripted model. */
export async function sharedEditorWithCopilot(options: SharedOptions = {}): Promise<CopilotSession> {
  return await shared('copilot', options, quiet, async (settled) => openEditorWithCopilot(await prepareBed(), settled));
}

/** The same with models of Copilot's own service, which search tools. */
export async function sharedEditorWithCopilotService(options: SharedOptions = {}): Promise<CopilotServiceSession> {
  return await shared('service', options, quiet, async (settled) => openEditorWithCopilotService(await prepareBed(), settled));
}

async function shared<K extends keyof Sessions>(
  kind: K,
  { goOn = false, ...options }: SharedOptions,
  settle: (options: FolderOptions) => FolderOptions,
  open: (options: FolderOptions) => Promise<NonNullable<Sessions[K]>>,
): Promise<NonNullable<Sessions[K]>> {
  await closeOthers(kind);
  const known = sessions[kind];
  if (known && goesOn(known, options, goOn)) await restore(known);
  else await known?.openNext(settle(options));
  const session = known ?? (await open(settle(options)));
  sessions[kind] = session;
  last.set(session, options);
  return session;
}

function goesOn(session: EditorSession, options: FolderOptions, goOn: boolean): boolean {
  return goOn && isDeepStrictEqual(last.get(session), options);
}

async function restore({ workspace, window: { page } }: EditorSession): Promise<void> {
  workspace.restore();
  await page.keyboard.press('Escape');
  // What the file before showed in the side bar gives way to the explorer, which every window begins with.
  await page.keyboard.press('ControlOrMeta+Shift+E');
}
