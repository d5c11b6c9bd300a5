// Everything a suite of the editor needs before it opens a window: the editor, the browser, the packaged extension
// and the driver.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundleDriver, type DriverBundle } from './bundle.ts';
import { MissingPartError, provisionEditor, type EditorParts } from './provision.ts';

export interface TestBed extends EditorParts, DriverBundle {
  /** The packaged extension under test. */
  readonly vsix: string;
}

export const repository = resolve(import.meta.dirname, '..', '..', '..');

/** @throws MissingPartError */
export async function prepareBed(): Promise<TestBed> {
  const vsix = packagedExtension();
  return { ...(await provisionEditor(repository)), ...(await bundleDriver(repository)), vsix };
}

/**
 * `code-mode.vsix` of the repository, or what the environment variable CODE_MODE_VSIX names.
 * @throws MissingPartError
 */
export function packagedExtension(): string {
  const vsix = resolve(repository, process.env['CODE_MODE_VSIX'] ?? 'code-mode.vsix');
  if (!existsSync(vsix)) throw new MissingPartError(`${vsix} does not exist. Make it with npm run package.`);
  return vsix;
}
