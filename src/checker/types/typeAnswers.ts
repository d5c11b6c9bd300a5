// The part of the checker's thread that uses TypeScript. TypeScript is 4 MB of code and keeps some 100 MB of types,
// which the extension host should neither load nor hold.
import { noDraft, type SignatureReading } from '../scriptSignature.ts';
import type { CheckerRequest } from '../threadedChecker.ts';
import { checkTypes } from './checkTypes.ts';
import { readSignature } from './readSignature.ts';
import { scriptDraft } from './scriptDraft.ts';
import { ScriptProgram } from './scriptProgram.ts';

export class TypeAnswers {
  readonly #scripts: ScriptProgram;

  /** `libFolder` holds the files of `LIBRARY_FILES`. */
  constructor(libFolder: string) {
    this.#scripts = new ScriptProgram(libFolder);
  }

  /** Reads the library and creates its types before the first script arrives. */
  warm(): void {
    const source = 'const [a] = await Promise.all([1].map(async (n) => ({ n }))); return `${a.n}`;';
    checkTypes(this.#scripts, { source, declarations: '' });
  }

  answer(request: Exclude<CheckerRequest, { readonly code: string }>) {
    if ('signatureOf' in request) {
      const tooDeep: SignatureReading = { ok: false, problem: 'it is nested too deeply.' };
      return unlessTooDeep(() => readSignature(request.signatureOf), tooDeep);
    }
    return 'draftOf' in request
      ? unlessTooDeep(() => scriptDraft(request.draftOf), noDraft)
      : unlessTooDeep(() => checkTypes(this.#scripts, request), []);
  }
}

/** The recursion over trees is as deep as the code is nested. */
function unlessTooDeep<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return otherwise;
    throw error;
  }
}
