// Measures declarations over the recorded tools of real servers: their time without and with the cache, the time for
// which they block the thread, and their cost for a model.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { CatalogSnapshot } from '../../src/catalog/snapshot.ts';
import { definitionText } from '../../src/catalog/definitionTokens.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { inputDeclaration } from '../../src/declarations/inputDeclaration.ts';
import { hostCompiler } from '../fakes/hostCompiler.ts';
import { sourceValidator } from '../fakes/sourceValidator.ts';
import { ToolFinder } from '../../src/engine/find/toolFinder.ts';
import { DeclarationCache } from '../../src/declarations/declarationCache.ts';
import { findingRequests, recordedSnapshot } from '../fakes/findingRequests.ts';
import { atMost, median, timed, type Row } from './measure.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

/** Number of sampled requests, taken at equal distances from the list so that every subject occurs. */
const sampledRequests = 30;

export async function declarationBench(): Promise<Row[]> {
  const snapshot = await recordedSnapshot();
  return [...(await speed(snapshot)), ...(await cost(snapshot))];
}

async function speed({ servers }: CatalogSnapshot): Promise<Row[]> {
  using folder = new TemporaryFolder('declaration-bench-');
  const count = servers.reduce((sum, server) => sum + server.tools.length, 0);
  const cache = () =>
    new DeclarationCache({
      file: join(folder.path, 'declarations.json'),
      version: 'bench',
      log: console.error,
    });
  const first = cache();
  await new Declarations({ compiler: hostCompiler, kept: first }).api(servers);
  await first.dispose();
  const cached = await timed(9, 1, () =>
    new Declarations({ compiler: hostCompiler, kept: cache() }).api(servers),
  );
  const cold = Array.from({ length: 5 }, coldSample);
  return [
    {
      name: `declarations of ${count} tools, cold`,
      value: median(cold.map(({ took }) => took)),
      unit: 'ms',
      bar: atMost(1_000),
      how: 'the recorded catalogs of 22 servers, in a fresh process, the start of the compiler’s thread included',
    },
    {
      name: 'the same from the cache',
      value: median(cached),
      unit: 'ms',
      bar: atMost(50),
      how: 'read from disk in a new session',
    },
    {
      name: 'longest hold of the host',
      value: median(cold.map(({ longest }) => longest)),
      unit: 'ms',
      bar: atMost(50),
      how: 'processor time between two turns of the event loop, made cold',
    },
  ];
}

function coldSample(): { readonly took: number; readonly longest: number } {
  const file = new URL('coldDeclarations.ts', import.meta.url).pathname;
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' })) as {
    took: number;
    longest: number;
  }; // written by us
}

async function cost(snapshot: CatalogSnapshot): Promise<Row[]> {
  const declarations = new Declarations({ compiler: hostCompiler });
  const tools = snapshot.servers.flatMap((server) => server.tools);
  const schemas = tools.reduce((sum, tool) => sum + countTokens(definitionText(tool)), 0);
  const described = await Promise.all(tools.map((tool) => declarations.tool(tool)));
  const inputs = await Promise.all(tools.map((tool) => inputDeclaration(tool, declarations)));
  const written = described.reduce((sum, { text }) => sum + countTokens(text), 0);
  const ofTheSame = inputs.reduce((sum, text) => sum + countTokens(text), 0);
  const finder = new ToolFinder(declarations, sourceValidator());
  const requests = findingRequests();
  const sample = Array.from(
    { length: sampledRequests },
    (_, index) => requests[Math.floor((index * requests.length) / sampledRequests)],
  );
  const searches = await Promise.all(
    sample.map(async (request) =>
      countTokens(await finder.findTools(snapshot, { query: request?.request ?? '', limit: 5 })),
    ),
  );
  return [
    {
      name: 'definitions of all tools',
      value: schemas,
      unit: 'tokens',
      how: 'name, description and input schema, as a chat request carries them',
    },
    {
      name: 'declarations of the same',
      value: ofTheSame,
      unit: 'tokens',
      how: 'name, description and input',
    },
    {
      name: 'declarations of all tools',
      value: written,
      unit: 'tokens',
      how: 'in their short form, output types included',
    },
    {
      name: 'the same against definitions',
      value: (100 * ofTheSame) / schemas,
      unit: '%',
      how: 'o200k, the same content on both sides',
    },
    {
      name: 'declarations against definitions',
      value: (100 * written) / schemas,
      unit: '%',
      bar: atMost(60),
      how: 'output types included',
    },
    {
      name: 'one search of five tools',
      value: median(searches),
      unit: 'tokens',
      bar: atMost(800),
      how: `${sample.length} requests of test/fixtures/requests`,
    },
  ];
}
