// The part of the checker's thread that uses TypeScript. TypeScript is 4 MB of code and keeps some 100 MB of types,
// which the extension host should neither load nor hold.
import { noDraft, type ScriptDraft, type SignatureReading } from '../scriptSignature.ts';
import { checkTypes } from './checkTypes.ts';
import { readSignature } from './readSignature.ts';
import { scriptDraft } from './scriptDraft.ts';
import { ScriptProgram } from './scriptProgram.ts';
import type { TypeCheckRequest, TypeFinding } from './typeCheck.ts';

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

  signature(code: string): SignatureReading {
    try {
      return readSignature(code);
    } catch (error) {
      if (error instanceof RangeError) return { ok: false, problem: 'it is nested too deeply.' };
      throw error;
    }
  }

  draft(code: string): ScriptDraft {
    try {
      return scriptDraft(code);
    } catch (error) {
      if (error instanceof RangeError) return noDraft;
      throw error;
    }
  }

  answer({ source, declarations }: TypeCheckRequest): readonly TypeFinding[] {
    try {
      return checkTypes(this.#scripts, { source, declarations });
    } catch (error) {
      // The recursion over trees is as deep as the code is nested.
      if (error instanceof RangeError) return [];
      throw error;
    }
  }
}
