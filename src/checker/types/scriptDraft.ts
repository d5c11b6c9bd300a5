// What a script that ran has for a saved one: which of its literals can become arguments, and what of its arguments it has to say yet.
import { argumentReads } from '../scopeAnalysis/argumentReads.ts';
import type { ScriptDraft } from '../scriptSignature.ts';
import { scriptLiterals } from './scriptLiterals.ts';
import { ScriptText } from './scriptText.ts';

export function scriptDraft(code: string): ScriptDraft {
  const reads = argumentReads(code);
  const text = new ScriptText(code);
  const { main, ownDoc } = text;
  // Else it gets a doc comment of its own, in front.
  const { fields } = ownDoc ? text : new ScriptText(`/** */${code}`);
  const said = new Set(fields.map(([name]) => name));
  const isTyped = main?.parameters[0]?.type !== undefined;
  // Tags would close what is open now.
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
