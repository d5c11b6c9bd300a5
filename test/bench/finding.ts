// Measures how well tools are found, over any folder of recorded tool lists and any file of requests, so that ranking
// can be measured on lists and requests to which it was not adjusted: node test/bench/finding.ts --catalogs DIR
// --requests FILE [--own]. Prints the shares of requests whose tool is first, among the first
// five, and in the text of `findTools` at all, with its signature or by name; and each miss with the position of its
// tool. --own searches only the servers that the requests want. A wanted tool that is in no list is named, since no
// ranking can find it.
// A request is {"kind", "request", "wants": [tool, …]}, where any of the tools serves it, or {"kind", "request",
// "needs": [[tool, …], …]} for several needs in one; a tool is `<server>.<MCP name>`. Several needs are found among the
// first 5 for each (at most 10) if every need has a tool there, and in the first positions if each need has a tool
// among as many tools as there are needs.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import type { CatalogSnapshot } from '../../src/catalog/snapshot.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { ToolFinder } from '../../src/engine/find/toolFinder.ts';
import { FakeToolSource } from '../fakes/fakeToolSource.ts';
import { hostCompiler } from '../fakes/hostCompiler.ts';
import { catalogsIn } from '../fakes/recordedTools.ts';
import { snapshotOf } from '../fakes/snapshotOf.ts';
import { sourceValidator } from '../fakes/sourceValidator.ts';

interface BlindRequest {
  readonly kind: string;
  readonly request: string;
  readonly wants?: readonly string[];
  readonly needs?: readonly (readonly string[])[];
}

/** The position of each need's first tool, from 1; Infinity for none. */
interface Places {
  readonly request: BlindRequest;
  readonly ranks: readonly number[];
  readonly first: readonly string[];
  /** True if `findTools` shows each need's tool, with its signature or by its name. */
  readonly isNamed: boolean;
}

const AMONG = 5;
const MOST_AMONG = 10;
const finder = new ToolFinder(new Declarations({ compiler: hostCompiler }), sourceValidator());

async function placesOf(snapshot: CatalogSnapshot, request: BlindRequest): Promise<Places> {
  const hits = await snapshot.search(request.request);
  const names = hits.map(({ tool }) => `${tool.server}.${tool.name}`);
  const ranks = needsOf(request).map((tools) => {
    const place = names.findIndex((name) => tools.includes(name));
    return place < 0 ? Infinity : place + 1;
  });
  const text = await finder.findTools(snapshot, { query: request.request });
  const isToldOf = (tool: CatalogTool) =>
    text.includes(`${tool.path}(`) ||
    new RegExp(`^Others of ${tool.namespace} .*[ ]${tool.method}(?:,|$)`, 'm').test(text);
  const isNamed = needsOf(request).every((tools) =>
    snapshot.servers.some((server) =>
      server.tools.some((tool) => tools.includes(`${tool.server}.${tool.name}`) && isToldOf(tool)),
    ),
  );
  return { request, ranks, first: names.slice(0, AMONG), isNamed };
}

function needsOf({ wants = [], needs = [wants] }: BlindRequest): readonly (readonly string[])[] {
  return needs;
}

const isFirst = ({ ranks }: Places) => Math.max(...ranks) <= ranks.length;
const isAmong = ({ ranks }: Places) => Math.max(...ranks) <= Math.min(AMONG * ranks.length, MOST_AMONG);

function print(label: string, places: readonly Places[]): void {
  const share = (test: (place: Places) => boolean) => (places.filter(test).length / places.length).toFixed(3);
  console.log(
    `${label.padEnd(24)} ${String(places.length).padStart(4)}  @1 ${share(isFirst)}  @5 ${share(isAmong)}  named ${share(({ isNamed }) => isNamed)}`,
  );
}

const { values } = parseArgs({
  options: {
    catalogs: { type: 'string' },
    requests: { type: 'string' },
    own: { type: 'boolean', default: false },
  },
});
if (values.catalogs === undefined || values.requests === undefined)
  throw new Error('usage: finding.ts --catalogs DIR --requests FILE');
const requests = JSON.parse(readFileSync(values.requests, 'utf8')) as readonly BlindRequest[]; // written for this
const wanted = new Set(requests.flatMap((request) => needsOf(request).flat()));
const own = new Set([...wanted].map((tool) => tool.slice(0, tool.indexOf('.'))));
const searched = catalogsIn(resolve(values.catalogs)).filter(({ name }) => !values.own || own.has(name));
const snapshot = await snapshotOf(new FakeToolSource(...searched));
const listed = new Set(
  snapshot.servers.flatMap(({ tools }) => tools.map(({ server, name }) => `${server}.${name}`)),
);
for (const tool of wanted) if (!listed.has(tool)) console.log(`no list has the wanted tool ${tool}`);
const all: Places[] = [];
for (const request of requests) all.push(await placesOf(snapshot, request));
for (const place of all) {
  if (isAmong(place)) continue;
  console.log(`[${place.ranks.join(', ')}${place.isNamed ? '' : '; not named'}] ${place.request.request}`);
  console.log(
    `    wanted ${needsOf(place.request)
      .map((tools) => tools.join(' or '))
      .join('; ')}\n    got    ${place.first.join(' ')}`,
  );
}
for (const [kind, places] of Map.groupBy(all, ({ request }) => request.kind)) print(kind, places);
print('all', all);
