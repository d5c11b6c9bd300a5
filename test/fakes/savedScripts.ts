// A folder of saved scripts as a source of tools; removed after the test.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignatureReader } from '../../src/checker/scriptSignature.ts';
import { scriptFolders } from '../../src/engine/savedScripts/scriptFolders.ts';
import { ScriptToolSource } from '../../src/engine/savedScripts/scriptToolSource.ts';
import { realChecker } from './realChecker.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

export class SavedScriptsFolder implements AsyncDisposable {
  readonly #folder = new TemporaryFolder('scripts-');
  readonly #checker = realChecker();
  /** The folder of the workspace. */
  readonly path = this.#folder.path;
  readonly scripts = join(this.path, '.code-mode', 'scripts');
  readonly source: ScriptToolSource;
  isTrusted = true;

  constructor(files: Readonly<Record<string, string>> = {}, signatures: SignatureReader = this.#checker) {
    mkdirSync(this.scripts, { recursive: true });
    for (const [name, code] of Object.entries(files)) this.save(name, code);
    this.source = new ScriptToolSource({
      folders: () => (this.isTrusted ? scriptFolders(this.path, []) : []),
      signatures: () => signatures,
      trust: () => Promise.resolve({ isApproved: () => true, scriptAdvice: '' }),
    });
  }

  save(name: string, code: string): void {
    writeFileSync(join(this.scripts, `${name}.ts`), code);
  }

  remove(name: string): void {
    rmSync(join(this.scripts, `${name}.ts`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.source.dispose();
    await this.#checker.dispose();
    this.#folder[Symbol.dispose]();
  }
}
