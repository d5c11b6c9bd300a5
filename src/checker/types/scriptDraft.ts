// Creates the draft for saving a script that ran: the literals that can become arguments, and the arguments that the
// script does not declare yet.
import { argumentReads } from '../scopeAnalysis/argumentReads.ts';
import type { ScriptDraft } from '../scriptSignature.ts';
import { scriptLiterals } from './scriptLiterals.ts';
import { ParsedScript } from './parsedScript.ts';

export function scriptDraft(code: string): ScriptDraft {
  const reads = argumentReads(code);
  const text = new ParsedScript(code);
  const { main, ownDoc } = text;
  // Without a doc comment of its own, the script gets one at its beginning.
  const { fields } = ownDoc ? text : new ParsedScript(`/** */${code}`);
  const said = new Set(fields.map(([name]) => name));
  const isTyped = main?.parameters[0]?.type !== undefined;
  // Tags would make a list of arguments complete that is open now.
  const isOpen = reads.isWhole && said.size === 0;
  return {
    reads,
    ...(isTyped || isOpen
      ? { literals: [], unsaid: [] }
      : {
          literals: scriptLiterals(code, [...said, ...reads.names.map(({ name }) => name)]),
          unsaid: reads.names.filter(({ name }) => !said.has(name)),
        }),
    ...(ownDoc && { docComment: [ownDoc.pos, ownDoc.end] as const }),
  };
}
