// Builds the extension, packs it into code-mode.vsix and prints its size. Warnings of the packager are errors here.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { createVSIX } from '@vscode/vsce';

const file = 'code-mode.vsix';
/** The README of the extension, which VS Code and the Marketplace show. */
const readme = 'dist/README.md';
execFileSync(process.execPath, ['esbuild.mjs'], { stdio: 'inherit' });

// vsce leaves out each `node_modules`, but tsserver looks there for the plugin of an extension. The plugin is therefore
// added when the archive is closed.
const { ZipFile } = createRequire(import.meta.resolve('@vscode/vsce'))('yazl');
const { end } = ZipFile.prototype;
ZipFile.prototype.end = function (...given) {
  const plugin = 'node_modules/code-mode-scratch';
  for (const name of readdirSync(plugin)) this.addFile(`${plugin}/${name}`, `extension/${plugin}/${name}`);
  return end.apply(this, given);
};

/**
 * Returns docs/marketplace.md with addresses in the repository. VS Code shows only pictures at https: addresses on that
 * page.
 */
function marketplaceReadme() {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
  const home = repository.url.replace(/\.git$/, '');
  return readFileSync('docs/marketplace.md', 'utf8').replace(
    /(!?)\[([^\]]*)\]\((?!https:|#)([^)]+)\)/g,
    (_, picture, text, path) =>
      `${picture}[${text}](${home}/${picture ? 'raw' : 'blob'}/HEAD/${posix.join('docs', path)})`,
  );
}

const warnings = [];
const warn = console.warn;
console.warn = (...words) => warnings.push(words.join(' '));
writeFileSync(readme, marketplaceReadme());
await createVSIX({ packagePath: file, dependencies: false, readmePath: readme, rewriteRelativeLinks: false });
console.warn = warn;
if (warnings.length > 0) throw new Error(`vsce warned:\n${warnings.join('\n')}`);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
console.log(`${file} ${version}: ${(statSync(file).size / 1_048_576).toFixed(2)} MB`);
