// A workspace folder on the disk with the workspace tools over it; removed after the test.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import { NodeFiles } from '../../src/workspace/nodeFiles.ts';
import { WorkspaceToolSource, type WorkspaceToolOptions } from '../../src/workspace/workspaceToolSource.ts';
import { bundledThread } from './bundledThread.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

export class TemporaryWorkspace implements Disposable {
  readonly #folder = new TemporaryFolder('workspace-');
  /** The folder around the workspace, in which a test can create files outside of the workspace. */
  readonly outside = this.#folder.path;
  readonly root = join(this.outside, 'project');
  read: readonly string[] = ['**'];
  write: readonly string[] = ['**'];
  enabled = true;
  readonly files = new NodeFiles([this.root]);
  readonly source: WorkspaceToolSource;

  constructor(files: Readonly<Record<string, string>> = {}, options: Partial<WorkspaceToolOptions> = {}) {
    this.source = new WorkspaceToolSource({
      files: this.files,
      searchThreadFile: bundledThread('src/workspace/searchThread.ts'),
      enabled: () => this.enabled,
      allowed: () => ({ read: this.read, write: this.write }),
      ...options,
    });
    mkdirSync(this.root);
    for (const [path, text] of Object.entries(files)) this.put(path, text);
  }

  /** Writes a file relative to the workspace folder; `../x` is beside it. */
  put(path: string, text: string | Uint8Array): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Returns the answer of a tool, or the reason why it failed. */
  async call(
    tool: string,
    input: JsonObject,
    signal = new AbortController().signal,
  ): Promise<JsonObject | string> {
    const outcome = await this.source.callTool('workspace', tool, input, { signal });
    if (!outcome.ok) return outcome.error.code;
    const [block] = outcome.result.content;
    if (outcome.result.isError) return block?.type === 'text' ? block.text : 'an error without text';
    return outcome.result.structuredContent as JsonObject; // the tools of the workspace answer with objects
  }

  /** Returns the reason why a tool refused; fails if the tool did not refuse. */
  async refusal(tool: string, input: JsonObject): Promise<string> {
    const answer = await this.call(tool, input);
    if (typeof answer !== 'string') throw new Error(`${tool} answered ${JSON.stringify(answer)}`);
    return answer;
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
