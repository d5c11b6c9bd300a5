// A script that reverses what a run wrote, for a person to read before they run it: an inverse for each finished write in opposite order, or a
// comment that says why there is none.
import { isJsonArray } from '../../catalog/json.ts';
import { HIDDEN } from '../../text/secrets.ts';
import { jsonLiteral } from '../../text/jsonLiteral.ts';
import { localTimeWithZone } from '../../text/localTime.ts';
import { shownValue } from '../../text/shownValue.ts';
import { visibleText } from '../../text/visibleText.ts';
import type { RunSummary } from '../runRecord.ts';
import { inverseArguments } from './inverseArguments.ts';
import { deletes, exchangesEnds, inverseNames, setsValues } from './inverseVerbs.ts';
import { exchanged, inputOfBefore } from './oldValues.ts';
import { own, type Inverse, type UndoCall, type UndoTool } from './undoCall.ts';
import { stringifyExact } from '../../text/exactJson.ts';

export interface UndoScript {
  readonly code: string;
  /** Writes that the script reverses, and those that it does not. */
  readonly reversed: number;
  readonly left: number;
}

type Found = Inverse | { readonly why: string };

/** Of arguments in comments, in characters. */
const shownInput = 100;

/** `calls`: in the order in which they were made. `tools`: those of their servers now. */
export function undoScript(
  run: Pick<RunSummary, 'id' | 'title' | 'startedAt'>,
  calls: readonly UndoCall[],
  tools: readonly UndoTool[],
): UndoScript {
  const writes = calls.filter(({ writes, input }) => writes && own(input, 'dryRun') !== true);
  const parts = writes.toReversed().map((write) => {
    const found = inverseOf(write, calls, tools);
    return { text: partText(write, found), reversed: 'tool' in found };
  });
  const reversed = parts.filter((part) => part.reversed).length;
  const left = parts.length - reversed;
  const head = [
    `// Undo ${comment(run.title)}`,
    `// Reverses run ${run.id} of ${localTimeWithZone(run.startedAt)}: ${count(reversed, 'write')}, the last one first.${left > 0 ? ` ${count(left, 'write')} without an inverse: see the comments.` : ''}`,
    '// Read it before you run it: what others changed since then is overwritten.',
  ];
  const code = [head.join('\n'), ...parts.map(({ text }) => text), `return ${JSON.stringify(`Reversed ${count(reversed, 'write')}.`)};`];
  return { code: `${code.join('\n\n')}\n`, reversed, left };
}

/** For whoever reads the script next; without its end. */
export function reversedText({ reversed, left }: Pick<UndoScript, 'reversed' | 'left'>): string {
  const rest = left === 0 ? '' : `; ${left} cannot be reversed, as its comments say`;
  return `It reverses ${reversed} of ${reversed + left} writes${rest}. Nothing was run: read it`;
}

function partText(write: UndoCall, found: Found): string {
  const said = `// Call ${write.call}: ${comment(write.path)}(${comment(shownValue(write.input, shownInput, false))})`;
  if ('why' in found) return `${said}\n// Not reversed: ${comment(found.why)}`;
  return `${said}\nawait tools.${found.tool.namespace}.${found.tool.method}(${jsonLiteral(found.input)});`;
}

function inverseOf(write: UndoCall, calls: readonly UndoCall[], tools: readonly UndoTool[]): Found {
  const { tool } = write;
  if (write.state === 'unknown') return { why: 'it is not known whether it took effect. Check.' };
  if (!tool) return { why: 'its server no longer has the tool, or did not answer.' };
  const found = reversing(write, tool, calls, tools);
  const isWhole = 'why' in found || !stringifyExact(found.input).includes(HIDDEN);
  return isWhole ? found : { why: 'an argument has a secret, which is not recorded.' };
}

function reversing(write: UndoCall, tool: UndoTool, calls: readonly UndoCall[], tools: readonly UndoTool[]): Found {
  const input = exchangesEnds(tool.name) ? exchanged(write.input) : undefined;
  if (input) return { tool, input };
  const same = tools.filter(({ namespace, readOnly }) => namespace === tool.namespace && !readOnly);
  const names = inverseNames(
    tool.name,
    same.map(({ name }) => name),
  );
  let why = 'its server has no tool that reverses it.';
  for (const name of names) {
    const inverse = same.find((other) => other.name === name);
    if (!inverse) continue;
    const reading = inverseArguments(inverse.inputSchema, write.input, deletes(tool.name) ? undefined : write.output);
    // A folder that is made again under its name is empty.
    const isWhole = !deletes(tool.name) || (reading.ok && Object.values(reading.input).every(isJsonArray));
    if (reading.ok && isWhole) return { tool: inverse, input: reading.input };
    if (reading.ok) why = 'what was deleted is not in the record.';
    else why = `${inverse.path} needs ${reading.missing}, which the record does not tell.`;
  }
  if (!setsValues(tool.name)) return { why };
  const before = calls
    .slice(0, calls.indexOf(write))
    .filter((call) => call.tool?.namespace === tool.namespace && call.state === 'finished');
  const old = inputOfBefore(write, before);
  return old ? { tool, input: old } : { why: 'the run did not read what was there before.' };
}

/** One line, in which nothing hides. */
function comment(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ').slice(0, 300);
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
