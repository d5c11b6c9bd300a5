// Returns the environment for a Node process that a test starts on files of this project. The process takes their
// compiled code from the folder that `npm test` and `npm run check` fill. Without that folder it strips the types and
// compiles all imported files again, which is most of its work.
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../node_modules/.cache/compiled');

export const compiledSources: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: folder, ...process.env };
