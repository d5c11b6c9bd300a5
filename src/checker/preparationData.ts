// A preparation as plain data that can cross from the checker's thread, and its conversion back to a `Preparation`.
import type {
  Preparation,
  PreparedScript,
  ScriptProblem,
  SourcePosition,
  ToolReference,
} from './checkedScript.ts';
import { originalOffset, type OffsetMap } from './source/offsetMap.ts';
import { TextLines } from './source/textLines.ts';

/** References as columns. Receiving a hundred thousand objects would block the host. */
interface PackedReferences {
  /** The named tools and features, each once. An entry has the same index in all three lists. */
  readonly servers: readonly string[];
  readonly tools: readonly ToolReference['tool'][];
  readonly features: readonly ToolReference['feature'][];
  /** For each reference, the index of its name, its line and its column. */
  readonly which: Uint32Array;
  readonly lines: Uint32Array;
  readonly columns: Uint32Array;
  /** For each reference, the number of calls, or `unknownTimes` or `loopTimes`. */
  readonly times: Int32Array;
  readonly arguments: ReadonlyMap<number, string>;
}

const unknownTimes = -1;
const loopTimes = -2;

/** A `PreparedScript` with the data of its method `toSource` instead of the method. */
interface ScriptData extends Omit<PreparedScript, 'toSource' | 'references'> {
  readonly references: PackedReferences;
  /** Map from `body` to `source`. */
  readonly map: OffsetMap;
}

export type PreparationData =
  | { readonly ok: true; readonly script: ScriptData }
  | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

/** Converts plain data into a preparation with its method. */
export function toPreparation(data: PreparationData): Preparation {
  if (!data.ok) return data;
  const { map, references, ...script } = data.script;
  let lines: { readonly source: TextLines; readonly body: TextLines } | undefined;
  /** Text that was appended to the body maps to the end of the source. */
  const toSource = (position: SourcePosition) => {
    lines ??= { source: new TextLines(script.source), body: new TextLines(script.body) };
    return lines.source.positionAt(originalOffset(map, lines.body.offsetAt(position)));
  };
  return { ok: true, script: { ...script, references: unpack(references), toSource } };
}

export function packReferences(references: readonly ToolReference[]): PackedReferences {
  const known = new Map<string, number>();
  const names: ToolReference[] = [];
  const which = references.map((reference) => {
    const key = JSON.stringify([reference.server, reference.tool, reference.feature]);
    const index = known.get(key) ?? names.push(reference) - 1;
    known.set(key, index);
    return index;
  });
  return {
    servers: names.map(({ server }) => server),
    tools: names.map(({ tool }) => tool),
    features: names.map(({ feature }) => feature),
    which: Uint32Array.from(which),
    lines: Uint32Array.from(references, ({ position }) => position.line),
    columns: Uint32Array.from(references, ({ position }) => position.column),
    times: Int32Array.from(references, ({ times = unknownTimes }) => (times === 'loop' ? loopTimes : times)),
    arguments: new Map(
      references.flatMap((reference, at) =>
        reference.arguments === undefined ? [] : [[at, reference.arguments]],
      ),
    ),
  };
}

function unpack(packed: PackedReferences): readonly ToolReference[] {
  const { servers, tools, features } = packed;
  return Array.from(packed.which, (index, at): ToolReference => {
    const position = { line: packed.lines[at] ?? 1, column: packed.columns[at] ?? 1 };
    const [server = '', tool, feature] = [servers[index], tools[index], features[index]];
    if (feature !== undefined) return { server, feature, position };
    if (tool === undefined) return { server, position };
    const count = packed.times[at] ?? unknownTimes;
    const spelled = packed.arguments.get(at);
    return {
      server,
      tool,
      position,
      ...(count !== unknownTimes && { times: count === loopTimes ? ('loop' as const) : count }),
      ...(spelled !== undefined && { arguments: spelled }),
    };
  });
}
