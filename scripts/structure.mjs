// npm run structure: the drawn structure as numbers. It prints the rooms and the folders of src/mcp with the arrows between them, the circles
// of files, the fragments and the sizes. `--fragments` lists the fragments; another checkout's folder as an argument measures that checkout.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cruise } from 'dependency-cruiser';

const { values, positionals } = parseArgs({ options: { fragments: { type: 'boolean' } }, allowPositionals: true });
const root = resolve(positionals[0] ?? '.');
const fragmentLines = 45;

/** A room is a folder of src, or of src/sandbox. */
const roomOf = (file) => /^src\/(sandbox\/)?[^/]+/.exec(file)[0].replace(/^src\//, '');
/** A floor of src/mcp is a folder of it; what lies beside them is one more. */
const floorOf = (file) => /^src\/mcp\/([^/]+)\//.exec(file)?.[1] ?? '(beside them)';

const { modules } = (await cruise(['src'], { baseDir: root, tsPreCompilationDeps: true, includeOnly: '^src/' })).output;
const files = modules.map(({ source, dependencies }) => {
  const text = readFileSync(resolve(root, source), 'utf8');
  return {
    name: source,
    lines: text.split('\n').length - 1,
    exports: text.match(/^export (?!\{|\*)/gm)?.length ?? 0,
    imports: [...new Set(dependencies.map(({ resolved }) => resolved))],
  };
});

/** The arrows between the groups that `groupOf` makes of `members`, each as `from → to`. */
function arrows(members, groupOf) {
  const known = new Set(members.map(({ name }) => name));
  const found = new Set();
  for (const { name, imports } of members) {
    for (const to of imports) if (known.has(to) && groupOf(to) !== groupOf(name)) found.add(`${groupOf(name)} → ${groupOf(to)}`);
  }
  return [...found].map((arrow) => arrow.split(' → '));
}

/** How many arrows point up in the order of the groups in which the fewest do: 0 means that they have floors. */
function leastUpward(groups, found) {
  const bits = new Map(groups.map((group, index) => [group, 1 << index]));
  const importers = groups.map((group) => found.filter(([, to]) => to === group).reduce((mask, [from]) => mask | bits.get(from), 0));
  // least[set]: the fewest with `set` as the upper floors; an arrow points up when its importer is not among those above.
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

/** The circles of files: groups in which each file reaches each other by imports, types included. */
function circles() {
  const importsOf = new Map(files.map(({ name, imports }) => [name, imports]));
  const reach = (start) => {
    const seen = new Set();
    const open = [...importsOf.get(start)];
    for (let next = open.pop(); next; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(importsOf.get(next) ?? []));
    }
    return seen;
  };
  const reached = new Map(files.map(({ name }) => [name, reach(name)]));
  const inCircle = files.map(({ name }) => name).filter((name) => reached.get(name).has(name));
  return new Set(
    inCircle.map((name) => inCircle.filter((other) => reached.get(name).has(other) && reached.get(other).has(name)).join(' ')),
  );
}

function drawing(title, members, groupOf) {
  const groups = [...new Set(members.map(({ name }) => groupOf(name)))];
  const found = arrows(members, groupOf);
  const pairs = found.filter(([from, to]) => from < to && found.some(([a, b]) => a === to && b === from));
  return [
    `${title}: ${groups.length}, arrows ${found.length}, least that point up ${leastUpward(groups, found)}, pairs that import each other ${pairs.length}`,
    ...pairs.map((pair) => `  ${pair.join(' ↔ ')}`),
  ];
}

const importers = new Map();
for (const { name, imports } of files) for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), name]);
const fragments = files.filter(({ name, lines }) => {
  const [only, ...others] = importers.get(name) ?? [];
  return lines <= fragmentLines && only && others.length === 0 && roomOf(only) === roomOf(name);
});
const sizes = files.map(({ lines }) => lines).sort((a, b) => a - b);
const longest = files.reduce((a, b) => (b.lines > a.lines ? b : a));
const found = circles();

console.log(
  [
    ...drawing(
      'rooms',
      files.filter(({ name }) => name !== 'src/extension.ts'),
      roomOf,
    ),
    ...drawing(
      'floors of src/mcp',
      files.filter(({ name }) => name.startsWith('src/mcp/')),
      floorOf,
    ),
    `circles of files, types included: ${found.size}`,
    ...[...found].map((circle) => `  ${circle}`),
    `files: ${files.length}, lines ${sizes.reduce((sum, lines) => sum + lines, 0)}, median ${sizes[sizes.length >> 1]}, longest ${longest.lines} (${longest.name})`,
    `fragments (at most ${fragmentLines} lines, one importer, in the same room): ${fragments.length}`,
    ...(values.fragments ? fragments.map(({ name, lines }) => `  ${lines} ${name}`) : []),
    `exports: ${files.reduce((sum, { exports }) => sum + exports, 0)}`,
  ].join('\n'),
);
