// Finds the globs over `server.tool` in a settings file, for completion and for warnings about globs that match
// nothing. The module is pure.
import { getLocation, visit, type JSONPath } from 'jsonc-parser';

/** Settings that are lists of globs. `codeMode.models` contains further lists, named without the prefix. */
const lists = ['codeMode.blockedTools', 'codeMode.excludedTools', 'codeMode.codeTools'];
const rules = 'codeMode.approvals.rules';
const models = 'codeMode.models';
/** Length of the longest path to a glob: `settings`, `codeMode.models`, an index, `excludedTools`, an index. */
const deepest = 5;

/** A range of the text: from `start` to before `end`. */
interface PatternPlace {
  readonly pattern: string;
  readonly start: number;
  readonly end: number;
}

/** The range in which the user types a glob. */
interface TypedPattern {
  /** Start of the text that a completion replaces: the string, including its quotes. */
  readonly start: number;
  readonly end: number;
  /** `newRule`: the key of a rule that has no value yet. */
  readonly kind: 'pattern' | 'newRule';
}

/** Returns every glob of a `settings.json` or `.code-workspace` file. A text in place of a list counts as well. */
export function patternPlaces(text: string): readonly PatternPlace[] {
  return textsIn(
    text,
    (path, isKey) => isPatternPath(path, isKey) || (!isKey && isPatternPath([...path, 0], false)),
  );
}

/** Returns the ranges of the setting names in the file that are among `wanted`. */
export function settingPlaces(text: string, wanted: ReadonlySet<string>): readonly PatternPlace[] {
  return textsIn(
    text,
    ([name, ...inside], isKey) => isKey && inside.length === 0 && wanted.has(String(name)),
  );
}

/** Returns the range to complete; undefined if no glob over tools belongs there. */
export function typedPattern(text: string, offset: number): TypedPattern | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  if (!isPatternPath(path, isAtPropertyKey)) return undefined;
  // For a key, `previousNode` is the `property` node, whose length is that of the key.
  const isText = previousNode?.type === 'string' || previousNode?.type === 'property';
  const isWithin =
    isText && previousNode.offset < offset && offset <= previousNode.offset + previousNode.length;
  const [start, end] = isWithin
    ? [previousNode.offset, previousNode.offset + previousNode.length]
    : [offset, offset];
  const hasValue = /^\s*:/.test(text.slice(end, end + 100));
  return { start, end, kind: isAtPropertyKey && !hasValue ? 'newRule' : 'pattern' };
}

/** True if a glob over tools belongs at the path, whose last step is a key if `isKey` is true. */
function isPatternPath(path: JSONPath, isKey: boolean): boolean {
  const inside = path[0] === 'settings' ? path.slice(1) : path;
  const [setting, second, third, fourth] = inside;
  if (setting === rules) return inside.length === 2 && isKey;
  if (setting === models)
    return (
      inside.length === 4 &&
      typeof second === 'number' &&
      third === 'excludedTools' &&
      typeof fourth === 'number'
    );
  return inside.length === 2 && lists.includes(String(setting)) && typeof second === 'number';
}

/** Returns the keys and texts of the file that are wanted; none if it is nested too deeply for the parser. */
function textsIn(
  text: string,
  isWanted: (path: JSONPath, isKey: boolean) => boolean,
): readonly PatternPlace[] {
  const found: PatternPlace[] = [];
  const take = (pattern: unknown, start: number, length: number, path: JSONPath, isKey: boolean) => {
    if (typeof pattern === 'string' && isWanted(path, isKey))
      found.push({ pattern, start, end: start + length });
  };
  // The parser copies the path of each value that it reports, so it reports none far inside.
  const begins = (_start: number, _length: number, _line: number, _column: number, path: () => JSONPath) =>
    path().length < deepest;
  try {
    visit(
      text,
      {
        onObjectBegin: begins,
        onArrayBegin: begins,
        onObjectProperty: (key, start, length, _line, _column, path) =>
          take(key, start, length, [...path(), key], true),
        onLiteralValue: (value, start, length, _line, _column, path) =>
          take(value, start, length, path(), false),
      },
      { allowTrailingComma: true },
    );
  } catch {
    return [];
  }
  return found;
}
