// npm run structure: prints lines, files and public names of each room of src (a folder with a README; a room inside it
// counts alone), which rooms it imports, its exports that no other file of src or test imports, and the functions over
// 60 lines. `--names` lists the public names and the exports that nothing imports. With the folder of another checkout
// as argument, it measures that checkout.
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const { values, positionals } = parseArgs({
  options: { names: { type: 'boolean' } },
  allowPositionals: true,
});
const root = resolve(positionals[0] ?? '.');
const longFunctionLines = 60;

/** The folders of src with a README, the innermost first. */
const roomNames = globSync('src/**/README.md', { cwd: root })
  .map((name) => name.replaceAll('\\', '/').slice('src/'.length, -'/README.md'.length))
  .sort((a, b) => b.length - a.length);
/** The room of a file below src; `extension.ts` belongs to the editor. */
const roomOf = (file) => roomNames.find((room) => file.startsWith(`src/${room}/`)) ?? 'vscode';

const files = new Map(
  globSync(['src/**/*.ts', 'test/**/*.{ts,mts}'], { cwd: root, exclude: ['test/fixtures/**'] }).map(
    (name) => {
      const file = name.replaceAll('\\', '/');
      const text = readFileSync(join(root, file), 'utf8');
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      return [file, { file, lines: text.split('\n').length - 1, source }];
    },
  ),
);

/** Returns the exported names of a file, without those that it passes on from another file. */
function exportsOf(source) {
  return source.statements.flatMap((statement) => {
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return statement.name ? [statement.name.text] : [];
  });
}

/** Calls `found` with each file that `source` imports, and with each name that it imports from there. */
function eachImport(file, source, found) {
  const pathOf = (from) => relative(root, join(root, file, '..', from)).replaceAll('\\', '/');
  for (const [, from] of source.text.matchAll(/\bimport\('(\.[^']+)'\)/g)) found(pathOf(from), 'at run time');
  for (const statement of source.statements) {
    const from = statement.moduleSpecifier?.text;
    if (!from?.startsWith('.')) continue;
    const to = pathOf(from);
    const bindings = statement.importClause?.namedBindings ?? statement.exportClause;
    found(to, undefined);
    for (const { propertyName, name } of bindings?.elements ?? []) found(to, (propertyName ?? name).text);
  }
}

const imported = new Set();
const rooms = new Map();
for (const { file, lines, source } of files.values()) {
  eachImport(file, source, (to, name) => imported.add(`${to} ${name}`));
  if (!file.startsWith('src/')) continue;
  const room = rooms.get(roomOf(file)) ?? { lines: 0, files: 0, below: new Set(), names: new Set() };
  rooms.set(roomOf(file), room);
  room.lines += lines;
  room.files += 1;
}
for (const { file, source } of files.values()) {
  if (!file.startsWith('src/')) continue;
  eachImport(file, source, (to, name) => {
    if (!to.startsWith('src/') || roomOf(to) === roomOf(file)) return;
    rooms.get(roomOf(file)).below.add(roomOf(to));
    if (name && name !== 'at run time') rooms.get(roomOf(to))?.names.add(name);
  });
}

/** The exports of src that no file imports, as `file name`, without those of modules that are loaded at run time. */
const unused = [...files.values()].flatMap(({ file, source }) =>
  file.startsWith('src/') && !/\/index\.ts$/.test(file) && !imported.has(`${file} at run time`)
    ? exportsOf(source).flatMap((name) => (imported.has(`${file} ${name}`) ? [] : [`${file} ${name}`]))
    : [],
);

function longFunctions({ file, source }) {
  const found = [];
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
    if (ts.isFunctionLike(node) && node.body && lines > longFunctionLines)
      found.push(`  ${lines} ${file}:${lineOf(node.getStart())}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const long = [...files.values()].filter(({ file }) => file.startsWith('src/')).flatMap(longFunctions);
const total = (of) => [...files.values()].filter(({ file }) => file.startsWith(of));
const sum = (of) => total(of).reduce((lines, each) => lines + each.lines, 0);

console.log('room                     lines  files  public names  imports');
for (const [name, { lines, files: count, names, below }] of [...rooms].sort(
  ([, a], [, b]) => b.lines - a.lines,
)) {
  const cells = [
    name.padEnd(23),
    `${lines}`.padStart(6),
    `${count}`.padStart(6),
    `${names.size}`.padStart(13),
  ];
  console.log(`${cells.join(' ')}  ${[...below].sort().join(' ')}`);
  if (values.names) console.log(`  ${[...names].sort().join(', ')}`);
}
console.log(
  `src: ${sum('src/')} lines in ${total('src/').length} files; test: ${sum('test/')} in ${total('test/').length}`,
);
console.log(`exports that nothing imports: ${unused.length}`);
if (values.names) console.log(unused.map((each) => `  ${each}`).join('\n'));
console.log(`functions over ${longFunctionLines} lines: ${long.length}`);
if (long.length > 0) console.log(long.join('\n'));
