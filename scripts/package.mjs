// Builds the extension and packs it into code-mode.vsix; prints its size. Warnings of the packager are errors here.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createVSIX } from '@vscode/vsce';

const file = 'code-mode.vsix';
execFileSync(process.execPath, ['esbuild.mjs'], { stdio: 'inherit' });

// vsce leaves out every `node_modules`, which is where tsserver looks for an extension's plugin: it goes in as the archive is closed.
const { ZipFile } = createRequire(import.meta.resolve('@vscode/vsce'))('yazl');
const { end } = ZipFile.prototype;
ZipFile.prototype.end = function (...given) {
  const plugin = 'node_modules/code-mode-scratch';
  for (const name of readdirSync(plugin)) this.addFile(`${plugin}/${name}`, `extension/${plugin}/${name}`);
  return end.apply(this, given);
};

const warnings = [];
const warn = console.warn;
console.warn = (...words) => warnings.push(words.join(' '));
await createVSIX({ packagePath: file, dependencies: false });
console.warn = warn;
if (warnings.length > 0) throw new Error(`vsce warned:\n${warnings.join('\n')}`);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
console.log(`${file} ${version}: ${(statSync(file).size / 1_048_576).toFixed(2)} MB`);
