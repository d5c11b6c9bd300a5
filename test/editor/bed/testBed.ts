// Provides everything that a suite of the editor needs before it opens a window: the editor, the browser, the packaged
// extension and the driver.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { bundleDriver, type DriverBundle } from './bundle.ts';
import { MissingPartError, provisionEditor, type EditorParts } from './provision.ts';

export interface TestBed extends EditorParts, DriverBundle {
  /** A folder of extensions, in which the packaged extension under test is installed: each server has a copy. */
  readonly extensions: string;
  /** The Node that runs the editor. Default: the Node of this process. */
  readonly node?: string;
}

export const repository = resolve(import.meta.dirname, '..', '..', '..');
const installMs = 60_000;
let prepared: Promise<TestBed> | undefined;

/**
 * Prepares the parts once for each process.
 * @throws MissingPartError
 */
export function prepareBed(): Promise<TestBed> {
  return (prepared ??= prepare());
}

async function prepare(): Promise<TestBed> {
  packagedExtension();
  const parts = { ...(await provisionEditor(repository)), ...(await bundleDriver(repository)) };
  const extensions = join(dirname(parts.driver), 'extensions');
  await installExtension(process.execPath, parts.codeServer, extensions);
  return { ...parts, extensions };
}

/** Installs the packaged extension into a folder, as the editor's own command does. Throws `MissingPartError`. */
export async function installExtension(node: string, codeServer: string, extensions: string): Promise<void> {
  using home = new TemporaryFolder('code-mode-install-');
  const folders = ['--user-data-dir', home.path, '--extensions-dir', extensions];
  const env = { ...process.env, HOME: home.path };
  const install = ['--install-extension', packagedExtension()];
  await promisify(execFile)(node, [codeServer, ...folders, ...install], { env, timeout: installMs });
}

/**
 * Returns the path of `code-mode.vsix` of the repository, or the value of the environment variable CODE_MODE_VSIX.
 * @throws MissingPartError
 */
export function packagedExtension(): string {
  const vsix = resolve(repository, process.env['CODE_MODE_VSIX'] ?? 'code-mode.vsix');
  if (!existsSync(vsix)) throw new MissingPartError(`${vsix} does not exist. Make it with npm run package.`);
  return vsix;
}
