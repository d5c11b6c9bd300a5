// npm run l10n: writes l10n/bundle.l10n.json, from which translators work: every text that the code passes to
// `vscode.l10n.t` or `l10n.t`, as key and as value. A translation is `bundle.l10n.<language>.json` beside it.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

/** Returns the content of the bundle for the present code. */
export function bundleText(): string {
  const texts = globSync('src/vscode/**/*.ts', { cwd: root }).flatMap(textsOf);
  return `${JSON.stringify(Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text])), undefined, 2)}\n`;
}

function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  (function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && /^(vscode\.)?l10n\.t$/.test(nameOf(node.expression))) {
      const [text] = node.arguments;
      if (text === undefined || !ts.isStringLiteral(text))
        throw new Error(`${file}: the text of l10n.t must be one string literal.`);
      found.push(text.text);
    }
    ts.forEachChild(node, visit);
  })(source);
  return found;
}

/** Returns `a.b.c` of an expression that consists of names alone, else an empty text. */
function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? `${nameOf(node.expression)}.${node.name.text}` : '';
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'l10n/bundle.l10n.json'), bundleText());
