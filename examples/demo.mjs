// `npm run demo`: runs orders.ts through the terminal command on two real MCP servers, then compares what a model
// would have read and written with one tool for code and with the same calls made one by one. The definitions of
// tools stand apart: only some clients send them all.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const here = import.meta.dirname;
const command = `${here}/../dist/cli/main.js`;
// Servers of a file that is named need no trust of their own.
const config = ['--config', '.vscode/mcp.json'];

const script = await readFile(`${here}/orders.ts`, 'utf8');
console.log(`The script, examples/orders.ts:\n\n${indented(script)}\nRunning it:\n`);
const trace = join(await mkdtemp(join(tmpdir(), 'code-mode-demo-')), 'calls.jsonl');
const result = await codeMode('run', 'orders.ts', '--trace', trace, ...config);
console.log(`\nThe result:\n\n${indented(result)}`);

const manifest = JSON.parse(await readFile(`${here}/../package.json`, 'utf8'));
const { servers } = JSON.parse(await codeMode('tools', '--json', '--tokens', ...config));
const calls = (await readFile(trace, 'utf8'))
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
await rm(join(trace, '..'), { recursive: true });

const codeTools = sum(manifest.contributes.languageModelTools, ({ name, modelDescription, inputSchema }) =>
  countTokens(
    JSON.stringify({
      type: 'function',
      function: { name, description: modelDescription, parameters: inputSchema },
    }),
  ),
);
const used = ['listAllowedDirectories', 'listDirectory', 'readTextFile', 'getStructuredContent'];
const all = servers.flatMap((server) => server.tools);
const signatures = sum(all, (tool) =>
  used.includes(tool.path.split('.').at(-1)) ? tool.tokens.declaration + tool.tokens.output : 0,
);
const scriptTokens = countTokens(script);
const resultTokens = countTokens(JSON.stringify(JSON.parse(result)));
// The first of three requests leads to a search, the second to the script, and the third has its result.
const codeRequests = 3;
const withCode = 2 * signatures + 2 * scriptTokens + resultTokens;

const toolTokens = sum(all, (tool) => tool.tokens.schema);
// Calls that do not depend on one another go into one round; every later round carries all that came before.
const rounds = [
  ['list_allowed_directories'],
  ['list_directory'],
  ['read_text_file', 'get-structured-content'],
];
let carried = 0;
let oneByOne = 0;
for (const round of rounds) {
  oneByOne += carried;
  for (const call of calls.filter(({ tool }) => round.includes(tool))) {
    const input = countTokens(JSON.stringify(call.input));
    oneByOne += input;
    carried += input + countTokens(JSON.stringify(call.output));
  }
}
oneByOne += carried;
const plainRequests = rounds.length + 1;

console.log(`What a model would read and write to get there, without the chat itself, in tokens (o200k) of all requests together:

                  requests   its calls   inputs, answers, script   definitions of tools
  as tool calls   ${row(plainRequests, calls.length, oneByOne, plainRequests * toolTokens)}
  as one script   ${row(codeRequests, 2, withCode, codeRequests * codeTools)}

The script makes ${calls.length} calls of ${servers.length} servers. Definitions: all of ${all.length} tools in each request against those of Code Mode's two. Clients that search
tools themselves, as VS Code does with current models, send few of either.`);

/** Runs the terminal command in this folder; what it says on stderr is shown as it happens. */
async function codeMode(name, ...args) {
  const child = spawn(process.execPath, [command, name, ...args], {
    cwd: here,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const output = await text(child.stdout);
  if ((await exited) !== 0) process.exit(1);
  return output;
}

function sum(items, of) {
  return items.reduce((total, item) => total + of(item), 0);
}

function indented(lines) {
  return lines.replace(/^/gm, '  ').trimEnd() + '\n';
}

/** As wide as the heads of the columns. */
function row(...values) {
  return values
    .map((value, column) => value.toLocaleString('en').padStart([8, 9, 23, 20][column]))
    .join('   ');
}
