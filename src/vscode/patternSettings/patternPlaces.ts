// Finds the globs over `server.tool` in a settings file, for completion and for warnings about globs that match
// nothing. The module is pure.
import { getLocation, parseTree, type Node } from 'jsonc-parser';

/** Settings that are lists of globs. `codeMode.models` contains further lists, named without the prefix. */
const lists = ['codeMode.blockedTools', 'codeMode.excludedTools', 'codeMode.codeTools'];
const rules = 'codeMode.approvals.rules';
const models = 'codeMode.models';

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

/** Returns every glob of a `settings.json` or `.code-workspace` file; none if it is too deep for the parser. */
export function patternPlaces(text: string): readonly PatternPlace[] {
  const root = parsed(text);
  if (!root) return [];
  return settingsIn(root).flatMap(({ name, value }) => {
    if (name === rules) return propertiesOf(value).flatMap(([key]) => placeOf(key));
    if (name === models)
      return (value.children ?? []).flatMap((model) =>
        propertiesOf(model).flatMap(([key, list]) => (key.value === 'excludedTools' ? elementsOf(list) : [])),
      );
    return lists.includes(name) ? elementsOf(value) : [];
  });
}

/** Returns the ranges of the setting names in the file that are among `wanted`. */
export function settingPlaces(text: string, wanted: ReadonlySet<string>): readonly PatternPlace[] {
  const root = parsed(text);
  return root
    ? propertiesOf(root).flatMap(([key]) => (wanted.has(String(key.value)) ? placeOf(key) : []))
    : [];
}

/** Returns the range to complete; undefined if no glob over tools belongs there. */
export function typedPattern(text: string, offset: number): TypedPattern | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const inside = path[0] === 'settings' ? path.slice(1) : path;
  if (!isPatternPath(inside, isAtPropertyKey)) return undefined;
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

function isPatternPath(path: readonly (string | number)[], isKey: boolean): boolean {
  const [setting, second, third, fourth] = path;
  if (setting === rules) return path.length === 2 && isKey;
  if (setting === models)
    return (
      path.length === 4 &&
      typeof second === 'number' &&
      third === 'excludedTools' &&
      typeof fourth === 'number'
    );
  return path.length === 2 && lists.includes(String(setting)) && typeof second === 'number';
}

function parsed(text: string): Node | undefined {
  try {
    return parseTree(text, [], { allowTrailingComma: true });
  } catch {
    return undefined; // The text is nested too deeply for the parser.
  }
}

function settingsIn(root: Node): readonly { readonly name: string; readonly value: Node }[] {
  return propertiesOf(root).flatMap(([key, value]) => {
    const name = String(key.value);
    return name === 'settings'
      ? propertiesOf(value).map(([inner, of]) => ({ name: String(inner.value), value: of }))
      : [{ name, value }];
  });
}

function propertiesOf(node: Node): readonly (readonly [key: Node, value: Node])[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key && value ? [[key, value] as const] : [];
  });
}

function elementsOf(node: Node): readonly PatternPlace[] {
  return node.type === 'array' ? (node.children ?? []).flatMap(placeOf) : placeOf(node);
}

function placeOf({ type, value, offset, length }: Node): readonly PatternPlace[] {
  const pattern: unknown = value;
  return type === 'string' && typeof pattern === 'string'
    ? [{ pattern, start: offset, end: offset + length }]
    : [];
}
