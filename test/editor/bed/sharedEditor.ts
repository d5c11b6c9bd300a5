// Editors that the test files of one process share: one without Copilot Chat, one with it and a model of the user's
// own, and one with models of Copilot's own service. Each file opens a workspace of its own in the same window. A
// server, a browser and a window for each file would take twice the processor time.
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
   * True if the file can use the window of the previous file with the same options; servers and settings are those of a
   * new workspace. Loading a window and running its first script takes twenty seconds of processor time, so `run.ts`
   * runs these files one after the other.
   */
  readonly goOn?: boolean;
}

/** Options of the files of `page/` that share one window. */
export const pageOptions: FolderOptions = { settings: { 'codeMode.editorTools': ['test_*'] } };

/** Options of the files of `chat/` that share one window. */
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

after(() => closeOthers());

/** Only one window is open at a time, since two windows would slow each other down. */
async function closeOthers(kept?: keyof Sessions): Promise<void> {
  for (const kind of ['plain', 'copilot', 'service'] as const) {
    if (kind === kept) continue;
    const session = sessions[kind];
    sessions[kind] = undefined;
    await session?.[Symbol.asyncDispose]();
  }
}

/** Settings without features that no test of the window is about: the host tests have TypeScript check a script. */
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
 * Opens an editor for one file alone, which disposes of it, for settings that its tests need. A shared window that
 * opens its next folder sometimes kept the settings of the previous folder.
 */
export async function ownEditor(options: FolderOptions): Promise<EditorSession> {
  return await openPlain(plain(options));
}

async function openPlain(options: FolderOptions): Promise<EditorSession> {
  return await openEditor(await prepareBed(), { ...options, env: { CODE_MODE_TEST_MODELS: '1' } });
}

/** The language models of this window are those of the test driver. Windows of the other kinds are closed. */
export async function sharedEditor(options: SharedOptions = {}): Promise<EditorSession> {
  return await shared('plain', options, plain, openPlain);
}

/** Opens the shared editor with Copilot Chat and one scripted model. */
export async function sharedEditorWithCopilot(options: SharedOptions = {}): Promise<CopilotSession> {
  return await shared('copilot', options, quiet, async (settled) =>
    openEditorWithCopilot(await prepareBed(), settled),
  );
}

/** Opens the shared editor with models of Copilot's own service, which search tools. */
export async function sharedEditorWithCopilotService(
  options: SharedOptions = {},
): Promise<CopilotServiceSession> {
  return await shared('service', options, quiet, async (settled) =>
    openEditorWithCopilotService(await prepareBed(), settled),
  );
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
  // The explorer replaces the view of the previous file in the side bar, as in every new window.
  await page.keyboard.press('ControlOrMeta+Shift+E');
}
