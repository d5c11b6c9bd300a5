// Measures finding tools: the time among 10,000, the time for which making the index blocks the event loop, and how
// often the tool that serves a request comes first or among the first five.
import { ToolSearch } from '../../src/catalog/search/search.ts';
import { UsageCounts } from '../../src/catalog/search/usageCounts.ts';
import { findingRequests, qualityOf, recordedSnapshot, type Half } from '../fakes/findingRequests.ts';
import { atLeast, atMost, median, type Row, watched } from './measure.ts';

const MANY_TOOLS = 10_000;
const FEWER_TOOLS = [10, 100, 1_000];
const BUILDS = 5;

export async function searchRows(): Promise<Row[]> {
  const { servers: many } = await recordedSnapshot(MANY_TOOLS);
  const builds: number[] = [];
  const longestHolds: number[] = [];
  let search = new ToolSearch(many, new UsageCounts());
  for (let build = 0; build < BUILDS; build += 1) {
    search = new ToolSearch(many, new UsageCounts());
    const { ms, longestHoldMs } = await watched(() => search.ready());
    builds.push(ms);
    longestHolds.push(longestHoldMs);
  }
  const queryMs = await medianQueryMs(search);
  const tools = MANY_TOOLS.toLocaleString('en');
  return [
    {
      name: `index of ${tools} tools`,
      value: median(builds),
      unit: 'ms',
      bar: atMost(500),
      how: 'in slices, in the background; recorded tools of real servers, copied',
    },
    {
      name: 'event loop held by it',
      value: median(longestHolds),
      unit: 'ms',
      bar: atMost(50),
      how: 'the longest of one build',
    },
    {
      name: `query over ${tools} tools`,
      value: queryMs,
      unit: 'ms',
      bar: atMost(5),
      how: 'each request of test/fixtures/requests once',
    },
    ...(await Promise.all(FEWER_TOOLS.map(growthRow))),
    ...(await qualityRows('tuned', 'ranking was adjusted to these')),
    ...(await qualityRows('held out', 'ranking was not adjusted to these')),
    ...(await qualityRows(undefined, 'hand-written requests over the recorded tools of real servers')),
  ];
}

async function growthRow(count: number): Promise<Row> {
  const { servers } = await recordedSnapshot(count);
  const search = new ToolSearch(servers, new UsageCounts());
  await search.ready();
  return {
    name: `query over ${count.toLocaleString('en')} tools`,
    value: await medianQueryMs(search),
    unit: 'ms',
    how: 'the same',
  };
}

async function medianQueryMs(search: ToolSearch): Promise<number> {
  const queries: number[] = [];
  for (const { request } of findingRequests()) {
    const startedAt = performance.now();
    await search.find(request, { limit: 10 });
    queries.push(performance.now() - startedAt);
  }
  return median(queries);
}

async function qualityRows(half: Half | undefined, how: string): Promise<Row[]> {
  const { requests, recallAt1, recallAt5, meanReciprocalRank } = await qualityOf(
    await recordedSnapshot(),
    findingRequests(half),
  );
  const of = `${requests} requests${half === undefined ? '' : `, ${half}`}`;
  return [
    { name: `recall@1, ${of}`, value: recallAt1, unit: '', how },
    {
      name: `recall@5, ${of}`,
      value: recallAt5,
      unit: '',
      how,
      ...(half === undefined && { bar: atLeast(0.95) }),
    },
    { name: `MRR, ${of}`, value: meanReciprocalRank, unit: '', how },
  ];
}
