import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../src/catalog/catalogSnapshot.ts';
import type {
  CallOutcome,
  ToolAnnotations,
  ToolListing,
  ToolResult,
} from '../../../src/catalog/toolSource.ts';
import { FakeToolSource, toolDefinition } from '../../fakes/fakeToolSource.ts';
import { PassthroughBed } from '../../fakes/passthroughBed.ts';

/** Returns the server `files` with the tool `list`, whose calls `answer` answers. */
function answering(answer: () => ToolResult): FakeToolSource {
  const tools = [toolDefinition('list')];
  return Object.assign(new FakeToolSource({ name: 'files', tools }), {
    knownTools: (): Promise<ToolListing> => Promise.resolve({ ok: true, tools }),
    callTool: (): Promise<CallOutcome> => Promise.resolve({ ok: true, result: answer() }),
  });
}

describe('a tool that is passed through', () => {
  it('has the icons and the output schema that its server gives it', async () => {
    const icons = [
      { src: 'https://example.com/dark.png', theme: 'dark' as const },
      { src: 'data:image/png;base64,iVBORw0KGgo=' },
    ];
    const outputSchema = {
      type: 'object',
      properties: { at: { type: 'string', format: 'date-time' } },
      $defs: { unused: {} },
    };
    await using bed = await PassthroughBed.open(
      new FakeToolSource({ name: 'files', tools: [toolDefinition('stat', { icons, outputSchema })] }),
    );
    const [listed] = (await bed.client.listTools()).tools;
    assert.deepEqual([listed?.icons, listed?.outputSchema], [icons, outputSchema]);
  });

  it('is no read-only one when it says that it can destroy, too', async () => {
    const annotations = { readOnlyHint: true, destructiveHint: true };
    const tool = { name: 'wipe', description: '', inputSchema: { type: 'object' }, annotations };
    await using bed = await PassthroughBed.open(new FakeToolSource({ name: 'files', tools: [tool] }));
    const { tools } = await bed.client.listTools();
    assert.deepEqual(
      tools.map(({ annotations: shown }) => shown),
      [{ readOnlyHint: false, destructiveHint: true }],
    );
  });

  it('is no read-only one where a rule asks for it', async () => {
    const tool = toolDefinition('peek', { annotations: { readOnlyHint: true } });
    const rulings = { askedEachRun: (tools: readonly CatalogTool[]) => Promise.resolve(new Set(tools)) };
    await using bed = await PassthroughBed.open(new FakeToolSource({ name: 'files', tools: [tool] }), {
      rulings,
    });
    const { tools } = await bed.client.listTools();
    assert.deepEqual(
      tools.map(({ annotations: shown }) => shown),
      [{ readOnlyHint: false }],
    );
  });

  it('gives an older client as a text what is no object in the answer, once', async () => {
    let said: readonly string[] = [];
    await using bed = await PassthroughBed.open(
      answering(() => {
        const content = said.map((text) => ({ type: 'text' as const, text }));
        return { content, structuredContent: [1, 2], isError: false };
      }),
    );
    for (const [texts, given] of [
      [[], ['[1,2]']],
      [['two'], ['two', '[1,2]']],
      [['[ 1, 2 ]'], ['[ 1, 2 ]']],
    ] as const) {
      said = texts;
      const { content, structuredContent } = await bed.client.callTool({ name: 'files_list', arguments: {} });
      assert.deepEqual(
        [(content as readonly { readonly text: string }[]).map(({ text }) => text), structuredContent],
        [given, undefined],
      );
    }
  });

  it('keeps the digits of a large integer in its result', async () => {
    const id = 725653563933458433n;
    const content = [{ type: 'text' as const, text: '', _meta: { id } }];
    await using bed = await PassthroughBed.open(
      answering(() => ({ content, structuredContent: { id }, isError: false })),
    );
    const received = await bed.client.callTool({ name: 'files_list', arguments: {} });
    assert.equal(JSON.stringify(received).split('{"id":725653563933458433}').length, 3);
  });

  it('is not called unseen where it can do more than when the client was listed it', async () => {
    const defined = (annotations: ToolAnnotations) => ({
      name: 'files',
      tools: [toolDefinition('tidy', { annotations })],
    });
    let current = defined({ readOnlyHint: true });
    const source = new FakeToolSource(current);
    const known = {
      knownTools: (): Promise<ToolListing> => Promise.resolve({ ok: true, tools: current.tools }),
    };
    await using bed = await PassthroughBed.open(Object.assign(source, known));
    current = defined({ destructiveHint: true });
    await assert.rejects(bed.client.callTool({ name: 'files_tidy', arguments: {} }), /can do more now/);
    assert.deepEqual(source.calls, []);
  });
});
