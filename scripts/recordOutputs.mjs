// Records the answers of well-known servers that declare no output: src/declarations/recordedOutputs.json. `node
// scripts/recordOutputs.mjs [name...]` starts the servers of test/mcp/answeringServers.ts from node_modules (with
// names, only these), calls their tools, and writes the shapes of the answers.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { answeringServers, recordOutputs } from '../test/mcp/answeringServers.ts';

const file = fileURLToPath(new URL('../src/declarations/recordedOutputs.json', import.meta.url));
const wanted = process.argv.slice(2);
const recorded = JSON.parse(await readFile(file, 'utf8'));
const all = Object.entries(recorded);
for (const name of answeringServers) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const now = Object.entries(await recordOutputs(name));
  for (const [reported, { version, tools }] of now)
    console.log(`${name}: ${reported} ${version}, ${Object.keys(tools).length} tools`);
  all.push(...now);
}

/** Writes one line for each tool, so that a change of a tool changes only its line. */
function text(servers) {
  const texts = Object.entries(servers).map(([name, { tools, ...server }]) => {
    const lines = Object.entries(tools).map(
      ([tool, recorded]) => `${JSON.stringify(tool)}: ${JSON.stringify(recorded)}`,
    );
    return `${JSON.stringify(name)}: {${JSON.stringify(server).slice(1, -1)}, "tools": {\n${lines.join(',\n')}\n}}`;
  });
  return `{\n${texts.join(',\n')}\n}\n`;
}

const sorted = [...new Map(all)].sort(([a], [b]) => (a < b ? -1 : 1));
await writeFile(file, text(Object.fromEntries(sorted)));
