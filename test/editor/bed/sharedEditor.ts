// Editors that the test files of one process share, one with Copilot Chat and one without: each file opens a workspace of its own in the same
// window. A server, a browser and a window of one's own take twice the processor time.
import { isDeepStrictEqual } from 'node:util';
import { openEditor, openEditorWithCopilot, type CopilotSession, type EditorSession, type FolderOptions } from './editorSession.ts';
import { prepareBed } from './testBed.ts';

export interface SharedOptions extends FolderOptions {
  /** Whether the file can do with what the one before left, if that had the same options; loading a window takes five to ten seconds. */
  readonly goOn?: boolean;
}

/** Of the files of `chat/` that go on in one window. */
export const chatOptions: FolderOptions = {
  settings: { 'codeMode.editorTools': ['test_*'], 'codeMode.workspace.writePaths': ['data/open/**'] },
  size: { width: 1400, height: 1100 },
};

const sessions: { plain?: EditorSession; copilot?: CopilotSession } = {};
const last = new Map<EditorSession, FolderOptions>();

after(async function () {
  this.timeout(60_000);
  await sessions.plain?.[Symbol.asyncDispose]();
  await sessions.copilot?.[Symbol.asyncDispose]();
});

/** Its language models are those of the test driver. */
export async function sharedEditor({ goOn = false, ...options }: SharedOptions = {}): Promise<EditorSession> {
  if (sessions.plain) await openNext(sessions.plain, options, goOn);
  sessions.plain ??= await openEditor(await prepareBed(), { ...options, env: { CODE_MODE_TEST_MODELS: '1' } });
  last.set(sessions.plain, options);
  return sessions.plain;
}

export async function sharedEditorWithCopilot({ goOn = false, ...options }: SharedOptions = {}): Promise<CopilotSession> {
  if (sessions.copilot) await openNext(sessions.copilot, options, goOn);
  sessions.copilot ??= await openEditorWithCopilot(await prepareBed(), options);
  last.set(sessions.copilot, options);
  return sessions.copilot;
}

async function openNext(session: EditorSession, options: FolderOptions, goOn: boolean): Promise<void> {
  if (goOn && isDeepStrictEqual(last.get(session), options)) return;
  await session.openNext(options);
}
