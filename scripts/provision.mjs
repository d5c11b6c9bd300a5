// Installs everything that the editor tests need, without running them: npm exec -- node scripts/provision.mjs (with
// the Node of the package, not the Node of the machine).
import { resolve } from 'node:path';
import { MissingPartError, provisionEditor } from '../test/editor/bed/provision.ts';

try {
  const parts = await provisionEditor(resolve(import.meta.dirname, '..'));
  console.log(`code-server: ${parts.codeServer}\nChromium: ${parts.chromium}`);
} catch (error) {
  if (!(error instanceof MissingPartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
