import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../src/catalog/catalogSnapshot.ts';
import type { CatalogSnapshot } from '../../../src/catalog/snapshot.ts';
import { Listeners } from '../../../src/base/listeners.ts';
import { ToolSignatures } from '../../../src/serve/toolSignatures.ts';
import { catalogTool } from '../../fakes/catalogTool.ts';
import { openedForEach } from '../../fakes/opened.ts';

const { signal } = new AbortController();

describe('the signatures of all clients', () => {
  let catalog: Listeners;
  let methods: readonly string[];
  let snapshots: number;
  /** Part of each signature. */
  let learned: string;
  /** A tool that is listed again stays the same. */
  const listed = new Map<string, CatalogTool>();

  const signatures = openedForEach(() => {
    listed.clear();
    [catalog, methods, snapshots, learned] = [new Listeners(), ['getCity'], 0, ''];
    return new ToolSignatures({
      catalog: { onDidChange: (listener) => catalog.add(listener) },
      engine: {
        snapshot: () => {
          snapshots += 1;
          const tools = methods.map(
            (method) => listed.get(method) ?? catalogTool({ namespace: 'geo', method }),
          );
          for (const tool of tools) listed.set(tool.method, tool);
          const server = {
            name: 'geo',
            namespace: 'geo',
            origin: 'mcp.json',
            state: 'running',
            listed: true,
            withheld: [],
            tools,
          } as const;
          return Promise.resolve({ servers: [server] } as Pick<
            CatalogSnapshot,
            'servers'
          > as CatalogSnapshot); // all that is read
        },
      },
      declarations: {
        tool: ({ path }) =>
          Promise.resolve({
            path,
            signature: `${path}(${learned})`,
            summary: '',
            text: '',
            isCut: false,
            whole: '',
          }),
      },
      tokens: 100,
      countTokens: () => Promise.resolve(1),
      callsOf: () => 0,
      log: () => undefined,
    });
  });

  const changed = () => new Promise<void>((resolve) => void signatures.onDidChange(resolve));

  it('are made once, however many clients read them', async () => {
    const texts = await Promise.all(Array.from({ length: 50 }, () => signatures.read(signal)));
    assert.deepEqual([new Set(texts).size, snapshots], [1, 1]);
  });

  it('are made again once after a flood of changes', async () => {
    await signatures.read(signal);
    const change = changed();
    methods = ['getRoute'];
    for (let times = 0; times < 1_000; times += 1) catalog.fire();
    await change;
    assert.match(await signatures.read(signal), /tools\.geo\.getRoute\(\)/);
    assert.equal(snapshots, 2);
  });

  it('stay as they were first, whatever a tool is learned to answer', async () => {
    await signatures.read(signal);
    const change = changed();
    learned = 'learned';
    methods = ['getCity', 'getRoute'];
    catalog.fire();
    await change;
    assert.match(await signatures.read(signal), /tools\.geo\.getCity\(\)\n/);
  });

  it('are not made again before a client has read them', () => {
    catalog.fire();
    assert.equal(snapshots, 0);
  });

  it('leave the others a client that cancels', async () => {
    const others = signatures.read(signal);
    await assert.rejects(signatures.read(AbortSignal.abort()));
    assert.match(await others, /getCity/);
  });
});
