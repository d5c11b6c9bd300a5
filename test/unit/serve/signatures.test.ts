import assert from 'node:assert/strict';
import type { CatalogServer } from '../../../src/catalog/catalogSnapshot.ts';
import { signaturesText } from '../../../src/serve/signatures.ts';
import { catalogTool } from '../../fakes/catalogTool.ts';

const serverOf = (namespace: string, methods: readonly string[]): CatalogServer => ({
  ...{ name: namespace, namespace, origin: 'mcp.json', state: 'running', listed: true, withheld: [] },
  tools: methods.map((method) => catalogTool({ namespace, method })),
});
const declarations = {
  tool: ({ path }: { readonly path: string }) =>
    Promise.resolve({ path, signature: `${path}()`, summary: '', text: '', isCut: false, whole: '' }),
};
/** A token a word. */
const count = (text: string) => Promise.resolve(text.trim().split(/\s+/).length);
const many = (count: number) => Array.from({ length: count }, (_, index) => `tool${index}`);
const textOf = (servers: readonly CatalogServer[], budget: number) => signaturesText(servers, declarations, budget, count);
const shownOf = (text: string, server: string) => text.match(new RegExp(`^tools\\.${server}\\.`, 'gm'))?.length ?? 0;

describe('the signatures in the description of executeCode', () => {
  it('are all where there is room', async () => {
    const text = await textOf([serverOf('geo', ['getCity', 'getRoute'])], 1_000);
    assert.match(text, /^Tools of geo \(2\)[^]*^tools\.geo\.getCity\(\)\ntools\.geo\.getRoute\(\)$/m);
  });

  it('are shared by the servers where there is not', async () => {
    const text = await textOf([serverOf('large', many(60)), serverOf('small', many(2))], 20);
    assert.ok(shownOf(text, 'small') > 0 && shownOf(text, 'large') > 0, text);
  });

  it('stay within the budget', async () => {
    const text = await textOf([serverOf('large', many(60))], 20);
    assert.ok((await count(text)) <= 20, text);
  });

  it('are none without tools', async () => assert.equal(await textOf([serverOf('empty', [])], 100), ''));
});
