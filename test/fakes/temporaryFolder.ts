// A folder that is removed with its owner, or at the latest when this process ends.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class TemporaryFolder implements Disposable {
  /** Absolute path without symbolic links. */
  readonly path: string;
  readonly #remove = () =>
    rmSync(this.path, {
      recursive: true,
      force: true,
      maxRetries: process.platform === 'win32' ? 20 : 5,
      retryDelay: 100,
    });

  constructor(prefix: string) {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
    process.once('exit', this.#remove);
  }

  [Symbol.dispose](): void {
    process.removeListener('exit', this.#remove);
    this.#remove();
  }
}
