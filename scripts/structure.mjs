// npm run structure: measures the structure of src. It prints the rooms and the folders of the largest rooms with the
// arrows between them, the import cycles of files, the fragments, the sizes, the long functions and the types that
// describe a call. `--fragments` lists the fragments, `--exports` the names of each room that other rooms import. With
// the folder of another checkout as argument, it measures that checkout.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cruise } from 'dependency-cruiser';
import ts from 'typescript';

const options = { fragments: { type: 'boolean' }, exports: { type: 'boolean' } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const root = resolve(positionals[0] ?? '.');
const fragmentLines = 45;
const longFunctionLines = 60;
/** Rooms for which the arrows between their folders are printed, too. */
const drawnInside = ['mcp', 'engine', 'vscode'];

/** Returns the room of a file: a folder of src or of src/sandbox. */
const roomOf = (file) => /^src\/(sandbox\/)?[^/]+/.exec(file)[0].replace(/^src\//, '');
/** Returns the folder of a file in its room; a file directly in the room counts as a folder of its own. */
const folderOf = (file) => /^src\/[^/]+\/([^/]+)/.exec(file)[1];

const { modules } = (
  await cruise(['src'], { baseDir: root, tsPreCompilationDeps: true, includeOnly: '^src/' })
).output;
const files = modules.map(({ source, dependencies }) => {
  const text = readFileSync(resolve(root, source), 'utf8');
  return {
    name: source,
    text,
    lines: linesOf(text),
    exports: text.match(/^export (?!\{|\*)/gm)?.length ?? 0,
    imports: [...new Set(dependencies.map(({ resolved }) => resolved))],
  };
});

function linesOf(text) {
  return text.split('\n').length - 1;
}

/** The names that each room exports and another room imports, by room. */
function usedExports() {
  const used = new Map();
  for (const { name, text } of files) {
    for (const statement of parsed(name, text).statements) {
      const from = statement.moduleSpecifier?.text;
      if (!from?.startsWith('.')) continue;
      const file = resolve('/', name, '..', from).slice(1);
      if (!file.startsWith('src/') || roomOf(file) === roomOf(name)) continue;
      const bindings = statement.importClause?.namedBindings ?? statement.exportClause;
      const names = used.get(roomOf(file)) ?? new Set();
      for (const { propertyName, name: local } of bindings?.elements ?? [])
        names.add((propertyName ?? local).text);
      used.set(roomOf(file), names);
    }
  }
  return used;
}

function parsed(name, text) {
  return ts.createSourceFile(
    name,
    text,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
}

/**
 * Returns the functions over 60 lines, and the interfaces and type aliases whose names suggest that they describe a
 * call.
 */
function declarationsOf({ name, text }) {
  const source = parsed(name, text);
  const long = [];
  const callTypes = [];
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      if (lines > longFunctionLines) long.push(`${lines} ${name}:${lineOf(node.getStart()) + 1}`);
    }
    if (
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) &&
      /Call(?![a-z])/.test(node.name.text)
    )
      callTypes.push({ type: node.name.text, name });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { long, callTypes };
}

/** Returns the arrows between the groups to which `groupOf` assigns `members`, each as `from → to`. */
function arrows(members, groupOf) {
  const known = new Set(members.map(({ name }) => name));
  const found = new Set();
  for (const { name, imports } of members) {
    for (const to of imports)
      if (known.has(to) && groupOf(to) !== groupOf(name)) found.add(`${groupOf(name)} → ${groupOf(to)}`);
  }
  return [...found].map((arrow) => arrow.split(' → '));
}

/** Returns the minimum number of arrows that point up in any order of the groups. With 0, the groups form layers. */
function leastUpward(groups, found) {
  return knots(groups, found).reduce((sum, knot) => sum + leastUpwardIn(knot, found), 0);
}

/** Returns the groups that reach each other by arrows, as lists of two or more. All other arrows can point down. */
function knots(groups, found) {
  const reached = new Map(
    groups.map((group) => [
      group,
      reachedFrom(group, (from) => found.filter(([a]) => a === from).map(([, to]) => to)),
    ]),
  );
  const knotOf = (group) =>
    groups.filter(
      (other) => other === group || (reached.get(group).has(other) && reached.get(other).has(group)),
    );
  return [...new Map(groups.map((group) => [knotOf(group).join(), knotOf(group)])).values()].filter(
    ({ length }) => length > 1,
  );
}

/** Returns all groups that can be reached from `start` in one step or more. */
function reachedFrom(start, next) {
  const seen = new Set();
  const open = [...next(start)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...next(at));
  }
  return seen;
}

function leastUpwardIn(groups, found) {
  const bits = new Map(groups.map((group, index) => [group, 1 << index]));
  const importers = groups.map((group) =>
    found.filter(([, to]) => to === group).reduce((mask, [from]) => mask | (bits.get(from) ?? 0), 0),
  );
  // least[set] is the minimum number of upward arrows with `set` as the upper layers. An arrow points up if its
  // importer is not above its target.
  const least = new Uint16Array(1 << groups.length).fill(0xffff);
  least[0] = 0;
  for (let set = 0; set < least.length; set++) {
    for (let next = 0; next < groups.length; next++) {
      if (set & (1 << next)) continue;
      const up = bitCount(importers[next] & ~set & ~(1 << next));
      least[set | (1 << next)] = Math.min(least[set | (1 << next)], least[set] + up);
    }
  }
  return least.at(-1);
}

function bitCount(mask) {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
}

/** Returns the import cycles: groups in which each file reaches each other file by imports, including type imports. */
function circles() {
  const importsOf = new Map(files.map(({ name, imports }) => [name, imports]));
  const reached = new Map(
    files.map(({ name }) => [name, reachedFrom(name, (file) => importsOf.get(file) ?? [])]),
  );
  const inCircle = files.map(({ name }) => name).filter((name) => reached.get(name).has(name));
  return new Set(
    inCircle.map((name) =>
      inCircle.filter((other) => reached.get(name).has(other) && reached.get(other).has(name)).join(' '),
    ),
  );
}

function drawing(title, members, groupOf) {
  const groups = [...new Set(members.map(({ name }) => groupOf(name)))];
  const found = arrows(members, groupOf);
  const knotted = knots(groups, found).map((knot) => `  in circles: ${knot.join(', ')}`);
  const pairs = found.filter(([from, to]) => from < to && found.some(([a, b]) => a === to && b === from));
  return [
    `${title}: ${groups.length}, arrows ${found.length}, least that point up ${leastUpward(groups, found)}, pairs that import each other ${pairs.length}`,
    ...knotted,
    ...pairs.map((pair) => `  ${pair.join(' ↔ ')}`),
  ];
}

const importers = new Map();
for (const { name, imports } of files)
  for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), name]);
const fragments = files.filter(({ name, lines }) => {
  const [only, ...others] = importers.get(name) ?? [];
  return lines <= fragmentLines && only && others.length === 0 && roomOf(only) === roomOf(name);
});
const sizes = files.map(({ lines }) => lines).sort((a, b) => a - b);
const longest = files.reduce((a, b) => (b.lines > a.lines ? b : a));
const found = circles();
const tests = globSync('test/**/*.{ts,mts,js,mjs,cjs}', { cwd: root }).map((file) =>
  linesOf(readFileSync(resolve(root, file), 'utf8')),
);
const declarations = files.map(declarationsOf);
const longFunctions = declarations.flatMap(({ long }) => long);
const callTypes = Map.groupBy(
  declarations.flatMap(({ callTypes }) => callTypes),
  ({ type }) => type,
);
const twice = [...callTypes].filter(([, places]) => places.length > 1);
const used = [...usedExports()].sort(([, a], [, b]) => b.size - a.size);

console.log(
  [
    ...drawing(
      'rooms',
      files.filter(({ name }) => name !== 'src/extension.ts'),
      roomOf,
    ),
    ...drawnInside.flatMap((room) =>
      drawing(
        `folders of src/${room}`,
        files.filter(({ name }) => name.startsWith(`src/${room}/`)),
        folderOf,
      ),
    ),
    `circles of files, types included: ${found.size}`,
    ...[...found].map((circle) => `  ${circle}`),
    `lines: src ${sizes.reduce((sum, lines) => sum + lines, 0)} in ${files.length} files (median ${sizes[sizes.length >> 1]}, longest ${longest.lines}: ${longest.name}), test ${tests.reduce((sum, lines) => sum + lines, 0)} in ${tests.length} files`,
    `fragments (at most ${fragmentLines} lines, one importer, in the same room): ${fragments.length}`,
    ...(values.fragments ? fragments.map(({ name, lines }) => `  ${lines} ${name}`) : []),
    `functions over ${longFunctionLines} lines: ${longFunctions.length}`,
    ...longFunctions.map((place) => `  ${place}`),
    `types that describe a call: ${callTypes.size}, of them declared in more than one place ${twice.length}`,
    ...twice.map(([type, places]) => `  ${type}: ${places.map(({ name }) => name).join(', ')}`),
    `exports: ${files.reduce((sum, { exports }) => sum + exports, 0)}; used by other rooms: ${used.map(([room, names]) => `${room} ${names.size}`).join(', ')}`,
    ...(values.exports ? used.map(([room, names]) => `  ${room}: ${[...names].sort().join(', ')}`) : []),
  ].join('\n'),
);
