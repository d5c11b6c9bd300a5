// npm run check: types, lint, format and unit tests; the tests run beside the other checks. TypeScript, eslint and
// prettier keep their results in node_modules/.cache and skip unchanged files that were found correct.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const cache = 'node_modules/.cache';
const types = 'typescript/bin/tsc --noEmit --incremental --tsBuildInfoFile';

/** Groups of commands that run side by side; the commands of a group run one after the other. */
const lanes = [
  [
    `${types} ${cache}/types.json`,
    `${types} ${cache}/webviewTypes.json -p src/vscode/pages`,
    `eslint/bin/eslint.js . --max-warnings=0 --cache --cache-location ${cache}/eslint`,
    'dependency-cruiser/bin/dependency-cruiser.mjs --config .dependency-cruiser.mjs src',
    'prettier/bin/prettier.cjs --check . --log-level warn --cache',
  ],
  ['../esbuild.mjs', 'mocha/bin/mocha.js --parallel --jobs 2 --reporter dot test/unit/**/*.test.ts'],
];

/** Runs a command and prints its output when it has ended. Resolves with true if the command found no errors. */
async function isRight(command) {
  const [file, ...args] = command.split(' ');
  const child = spawn(process.execPath, [`node_modules/${file}`, ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: `${cache}/compiled`, ...process.env },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => said.push(text));
  const [code] = await once(child, 'close');
  const text = said.join('').trim();
  console.log(
    `${code === 0 ? 'right' : 'WRONG'}: ${file.split('/').at(-1)} ${args.join(' ')}${text === '' ? '' : `\n${text}`}`,
  );
  return code === 0;
}

const right = await Promise.all(
  lanes.map(async (commands) => {
    let all = true;
    for (const command of commands) all = (await isRight(command)) && all;
    return all;
  }),
);
process.exitCode = right.every(Boolean) ? 0 : 1;
