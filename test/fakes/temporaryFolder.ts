// A folder that is removed with its owner, or at the latest when this process ends.
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

  /** Writes a shell script and returns its path. */
  program(name: string, script: string, mode = 0o755): string {
    const file = join(this.path, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, mode);
    return file;
  }

  [Symbol.dispose](): void {
    process.removeListener('exit', this.#remove);
    this.#remove();
  }
}

type FolderOfTests = Pick<TemporaryFolder, 'path' | 'program'>;

/** Returns the folder of all tests of a `describe`, which the first use makes. */
export function sharedFolder(prefix: string): FolderOfTests {
  return folderUntil(after, prefix);
}

/** Returns a folder that is new for each test of a `describe`, where a test uses it. */
export function freshFolder(prefix: string): FolderOfTests {
  return folderUntil(afterEach, prefix);
}

function folderUntil(end: (dispose: () => void) => void, prefix: string): FolderOfTests {
  let folder: TemporaryFolder | undefined;
  const made = () => (folder ??= new TemporaryFolder(prefix));
  end(() => {
    folder?.[Symbol.dispose]();
    folder = undefined;
  });
  return {
    get path() {
      return made().path;
    },
    program: (...given) => made().program(...given),
  };
}
