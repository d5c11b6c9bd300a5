// Where a settings file has globs over `server.tool`: for completion, and for warnings about those that match nothing. Pure.
import { getLocation, parseTree, type Node } from 'jsonc-parser';

/** Lists of globs; `codeMode.models` has some of its own, named without the prefix. */
const lists = ['codeMode.blockedTools', 'codeMode.excludedTools', 'codeMode.codeTools'];
const rules = 'codeMode.approvals.rules';
const models = 'codeMode.models';

type Path = readonly (string | number)[];

/** A part of the text: from `start` to before `end`. */
interface PatternPlace {
  readonly pattern: string;
  readonly start: number;
  readonly end: number;
}

/** Where a glob is typed. */
interface TypedPattern {
  /** What a completion replaces: the string there, its quotes included. */
  readonly start: number;
  readonly end: number;
  /** `newRule`: the name of a rule that says nothing yet. */
  readonly kind: 'pattern' | 'newRule';
}

/** Every glob of a `settings.json` or `.code-workspace` file; none of a file that is nested too deeply. */
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

/** The names of settings in the file that are among `wanted`. */
export function settingPlaces(text: string, wanted: ReadonlySet<string>): readonly PatternPlace[] {
  const root = parsed(text);
  return root ? propertiesOf(root).flatMap(([key]) => (wanted.has(String(key.value)) ? placeOf(key) : [])) : [];
}

/** Undefined where no glob over tools belongs. */
export function typedPattern(text: string, offset: number): TypedPattern | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const inside = path[0] === 'settings' ? path.slice(1) : path;
  if (!isPatternPath(inside, isAtPropertyKey)) return undefined;
  // Of a key it is a `property`, which is as long as the key.
  const isText = previousNode?.type === 'string' || previousNode?.type === 'property';
  const isWithin = isText && previousNode.offset < offset && offset <= previousNode.offset + previousNode.length;
  const [start, end] = isWithin ? [previousNode.offset, previousNode.offset + previousNode.length] : [offset, offset];
  const hasValue = /^\s*:/.test(text.slice(end, end + 100));
  return { start, end, kind: isAtPropertyKey && !hasValue ? 'newRule' : 'pattern' };
}

function isPatternPath(path: Path, isKey: boolean): boolean {
  const [setting, second, third, fourth] = path;
  if (setting === rules) return path.length === 2 && isKey;
  if (setting === models) return path.length === 4 && typeof second === 'number' && third === 'excludedTools' && typeof fourth === 'number';
  return path.length === 2 && lists.includes(String(setting)) && typeof second === 'number';
}

function parsed(text: string): Node | undefined {
  try {
    return parseTree(text, [], { allowTrailingComma: true });
  } catch {
    return undefined; // nested too deeply
  }
}

function settingsIn(root: Node): readonly { readonly name: string; readonly value: Node }[] {
  return propertiesOf(root).flatMap(([key, value]) => {
    const name = String(key.value);
    return name === 'settings' ? propertiesOf(value).map(([inner, of]) => ({ name: String(inner.value), value: of })) : [{ name, value }];
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
  return type === 'string' && typeof pattern === 'string' ? [{ pattern, start: offset, end: offset + length }] : [];
}
