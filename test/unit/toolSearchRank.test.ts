// Tests the rank of Code Mode's tools in a search over the tools of a window. VS Code's own search compares the meaning
// of names and descriptions, which needs a service; these tests rank by words, in two ways.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { wordEmbedding } from '../editor/bed/wordEmbeddings.ts';

interface Listed {
  readonly name: string;
  readonly description?: string;
}

/** Number of names in a result of VS Code's search. */
const found = 5;
const queries = [
  'executeCode findTools',
  'executeCode',
  'findTools',
  'run a script over MCP servers',
  'run a script that calls several tools',
  'execute TypeScript code',
  'run code that calls MCP tools',
  'call MCP tools from a script',
  'script over several MCP servers',
  'one script for several steps over MCP servers',
  'find tools of MCP servers and their signatures',
  'tool signatures for a script',
  'loop over many items with tools in a script',
  'chain many tool calls in one script',
  'filter large tool results in a script',
  'fan out tool calls in parallel',
  'batch tool calls',
  'run TypeScript in a sandbox',
  'aggregate results of many tool calls',
  'write a script with MCP tools',
];

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const catalogs = new URL('../fixtures/catalogs/', import.meta.url);
const ours = (
  read('../../package.json') as {
    contributes: { languageModelTools: readonly { name: string; modelDescription: string }[] };
  }
).contributes.languageModelTools.map(({ name, modelDescription }) => ({
  name,
  description: modelDescription,
}));
const theirs = readdirSync(catalogs).flatMap((file) =>
  (read(`../fixtures/catalogs/${file}`) as { tools: readonly Listed[] }).tools.map(
    ({ name, description = '' }) => ({
      name: `mcp_${file.replace('.json', '')}_${name}`,
      description,
    }),
  ),
);
const texts = [...ours, ...theirs].map(({ name, description }) => `${name}\n\n${description}`);
const ownNames = ours.map(({ name }) => name);

/** Returns the rank of the first of Code Mode's tools, from 1. */
function firstOfOurs(scores: readonly number[]): number {
  const best = Math.max(...scores.slice(0, ownNames.length));
  return 1 + scores.filter((score) => score > best).length;
}

function byEmbedding(): (query: string) => readonly number[] {
  const vectors = texts.map(wordEmbedding);
  return (query) => {
    const wanted = wordEmbedding(query);
    return vectors.map((vector) =>
      vector.reduce((sum, value, index) => sum + value * (wanted[index] ?? 0), 0),
    );
  };
}

function byOverlap(): (query: string) => readonly number[] {
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]{2,}/g) ?? []);
  const known = texts.map(words);
  return (query) => known.map((of) => [...words(query)].filter((word) => of.has(word)).length);
}

describe(`a search for a script over ${theirs.length} tools of real servers`, () => {
  const embeddings = byEmbedding();
  for (const [how, scores] of [
    ['the stand-in for embeddings', embeddings],
    ['shared words', byOverlap()],
  ] as const) {
    it(`finds one of our tools first by ${how}, for each of ${queries.length} queries`, () => {
      assert.deepEqual(
        queries.filter((query) => firstOfOurs(scores(query)) > 1),
        [],
      );
    });
  }

  it('finds both by the words that the instructions give', () => {
    const scores = embeddings('executeCode findTools');
    const places = ownNames.map(
      (_, index) => 1 + scores.filter((score) => score > (scores[index] ?? 0)).length,
    );
    assert.ok(Math.max(...places) <= found, places.join(', '));
  });
});
