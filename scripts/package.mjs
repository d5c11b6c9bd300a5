// Builds the extension and packs it into code-mode.vsix; prints its size. Warnings of the packager are errors here.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createVSIX } from '@vscode/vsce';

const file = 'code-mode.vsix';
execFileSync(process.execPath, ['esbuild.mjs'], { stdio: 'inherit' });
const warnings = [];
const warn = console.warn;
console.warn = (...words) => warnings.push(words.join(' '));
await createVSIX({ packagePath: file, dependencies: false });
console.warn = warn;
if (warnings.length > 0) throw new Error(`vsce warned:\n${warnings.join('\n')}`);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
console.log(`${file} ${version}: ${(statSync(file).size / 1_048_576).toFixed(2)} MB`);
