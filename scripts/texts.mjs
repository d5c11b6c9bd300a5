// npm run texts -- <folder>: compares the error texts of this checkout with those of another checkout, in tokens
// (o200k). Pairs each error text of src, and each answer to a wrong script, with its older form and prints the median
// of the ratios. Then counts the literals of tests that contain six consecutive words of a text in src. `--list` prints
// the pairs and these literals.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import ts from 'typescript';

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean' } },
  allowPositionals: true,
});
const [other] = positionals;
if (other === undefined) throw new Error('Name the folder of another checkout.');

/** Matches the property, function, class or file around a text of four words or more if the text is an error text. */
const ofErrors =
  /error|problem|fail|refus|advice|explain|mistake|reason|excess|invalid|message|next|hint|why|outcome|reject|denied|limit|unsupported|cause|warn|throw|abort|lost|note|settle|trouble|misfit|unusable|breach|diagnostic|receipt/i;
/** Matches files without error texts: data of the search, declarations for models, help pages. */
const notErrors =
  /catalog\/search\/|cli\/usage\/(?!parseOptions)|usage\/(commands|helpPage|sharedOptions)|toolDefinitions|completion|protectedNames|Globals|guest\/.*[sS]ource/;

/** Returns a string expression as text, with `…` for interpolated values; undefined for other nodes. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return node.text.replaceAll('\\', '');
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`;
  }
  return undefined;
}

const nameOf = (node) => {
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) return node.expression.getText();
  if (ts.isThrowStatement(node)) return 'throw';
  return node.name?.getText?.() ?? '';
};

function errorTexts(root) {
  const texts = [];
  for (const file of globSync('src/**/*.ts', { cwd: root }).sort()) {
    if (notErrors.test(file)) continue;
    const source = ts.createSourceFile(
      file,
      readFileSync(join(root, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node, inError, inText) => {
      const text = inText || ts.isRegularExpressionLiteral(node) ? undefined : textOf(node);
      const is = inError || ofErrors.test(nameOf(node));
      const words = text?.match(/[a-z]{2,}/gi)?.length ?? 0;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (is && words >= 4 && / /.test(text) && !/^[\s\w]{120,}$/.test(text) && !/[{;]\n|=>/.test(text))
        texts.push({ text, file, place: `${file}:${line + 1}` });
      const inside = text !== undefined && ts.isBinaryExpression(node);
      ts.forEachChild(node, (child) => visit(child, is, inside && !ts.isTemplateExpression(child)));
    };
    visit(source, ofErrors.test(basename(file)), false);
  }
  return texts;
}

/**
 * Returns the words of Code Mode in the answer to a wrong script: without the line of the script, quoted parts and
 * signatures.
 */
function ownWords(answer) {
  const [, said = ''] = answer.split('\n---\n');
  return said
    .replace(/^ *\d+ \| .*$/gm, '')
    .replace(/^Next: Signature: .*$/gm, '')
    .replace(/(Did you mean|Its tools)(?: are)?:? tools\..*$/gm, '$1 …')
    .replace(/`[^`]*`|"[^"]*"/g, '…')
    .trim();
}

function wrongScripts(root) {
  return globSync('test/fixtures/wrongScripts/*.txt', { cwd: root }).map((file) => ({
    file,
    place: file,
    text: ownWords(readFileSync(join(root, file), 'utf8')),
  }));
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/** Returns the share of words that two texts have in common, from 0 to 1; the same file name adds a little. */
function similarity(a, b) {
  const [left, right] = [wordsOf(a.text), wordsOf(b.text)];
  const rest = [...right];
  let shared = 0;
  for (const word of left) {
    const at = rest.indexOf(word);
    if (at >= 0) {
      shared++;
      rest.splice(at, 1);
    }
  }
  return (2 * shared) / (left.length + right.length) + (basename(a.file) === basename(b.file) ? 0.15 : 0);
}

/** Pairs each text with the most similar text of `older`. The best pairs come first, and each text is used once. */
function paired(newer, older) {
  const candidates = newer.flatMap((now) =>
    older
      .map((before) => ({ now, before, likeness: similarity(now, before) }))
      .filter(({ likeness }) => likeness >= 0.5),
  );
  const taken = new Set();
  return candidates
    .sort((a, b) => b.likeness - a.likeness)
    .filter(({ now, before }) => !taken.has(now) && !taken.has(before) && taken.add(now).add(before));
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

function compare(title, newer, older, pairs) {
  const rows = pairs.map(({ now, before }) => ({
    now,
    before,
    to: countTokens(now.text),
    from: countTokens(before.text),
  }));
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const ratio = median(rows.map(({ to, from }) => to / from));
  console.log(
    `${title}: ${newer.length} (${older.length} before), ${rows.length} pairs: ${sum('from')} → ${sum('to')} tokens, ` +
      `median ${Math.round((ratio - 1) * 1000) / 10} %, ${rows.filter(({ to, from }) => to < from).length} shorter, ${rows.filter(({ to, from }) => to > from).length} longer`,
  );
  if (!values.list) return;
  for (const { now, before, to, from } of rows.sort((a, b) => b.to / b.from - a.to / a.from)) {
    console.log(
      `${(to / from).toFixed(2)} ${from} → ${to} ${now.place}\n  - ${before.text}\n  + ${now.text}`.replaceAll(
        '\n\n',
        '\n',
      ),
    );
  }
  const known = new Set(pairs.map(({ now }) => now));
  for (const text of newer)
    if (!known.has(text)) console.log(`new ${countTokens(text.text)} ${text.place}\n  + ${text.text}`);
}

const [here, there] = ['.', other].map(errorTexts);
compare('Texts of errors in src', here, there, paired(here, there));
const [answers, olderAnswers] = ['.', other].map(wrongScripts);
const byFile = new Map(olderAnswers.map((answer) => [answer.file, answer]));
compare(
  'Own words of the answers to wrong scripts',
  answers,
  olderAnswers,
  answers.filter(({ file }) => byFile.has(file)).map((now) => ({ now, before: byFile.get(now.file) })),
);

/** Returns the literals in the files of `pattern` as texts, without the titles of tests. */
function literals(root, pattern) {
  const found = [];
  for (const file of globSync(pattern, { cwd: root }).sort()) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(root, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node) => {
      if (ts.isCallExpression(node) && /^(it|describe)$/.test(node.expression.getText()))
        return node.arguments.slice(1).forEach(visit);
      const text = textOf(node);
      if (text !== undefined)
        found.push({
          text,
          place: `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
        });
      if (text === undefined || !ts.isBinaryExpression(node)) ts.forEachChild(node, visit);
      return undefined;
    };
    visit(source);
  }
  return found;
}

const runs = (text) =>
  text.split('…').flatMap((part) => wordsOf(part).map((_, at, words) => words.slice(at, at + 6).join(' ')));
const isSix = (run) => run.split(' ').length === 6;

function pinned(root) {
  const ours = new Set(
    literals(root, 'src/**/*.ts')
      .flatMap(({ text }) => runs(text))
      .filter(isSix),
  );
  return literals(root, 'test/**/*.ts').filter(({ text }) => runs(text).some((run) => ours.has(run)));
}

const [pins, olderPins] = ['.', other].map(pinned);
const filesOf = (places) => new Set(places.map(({ place }) => place.split(':')[0])).size;
console.log(
  `Literals of tests that hold a text of ours: ${olderPins.length} in ${filesOf(olderPins)} files → ${pins.length} in ${filesOf(pins)}`,
);
if (values.list)
  for (const { place, text } of pins) console.log(`  ${place} ${text.slice(0, 150).replaceAll('\n', ' ')}`);
