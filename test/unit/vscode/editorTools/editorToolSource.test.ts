import assert from 'node:assert/strict';
import type { CallOptions } from '../../../../src/catalog/toolSource.ts';
import { EditorToolSource } from '../../../../src/vscode/editorTools/editorToolSource.ts';
import {
  canceled,
  FakeLanguageModelTools,
  textAnswer,
  type FakeLanguageModelTool,
} from '../../../fakes/fakeLanguageModelTools.ts';

class Bed {
  readonly tools: FakeLanguageModelTools;
  readonly source: EditorToolSource;
  chosen: readonly string[] = ['*'];

  constructor(tools: readonly FakeLanguageModelTool[], callTimeoutMs?: number) {
    this.tools = new FakeLanguageModelTools(...tools);
    const chosen = () => this.chosen;
    this.source = new EditorToolSource({
      tools: this.tools,
      chosen,
      ...(callTimeoutMs !== undefined && { callTimeoutMs }),
    });
  }

  async listed() {
    const listing = await this.source.listTools();
    return listing.ok ? listing.tools : [];
  }

  async names(): Promise<readonly string[]> {
    return (await this.listed()).map(({ name }) => name);
  }

  /** The result's first text, or the error's code. */
  async call(tool: string, options: Partial<CallOptions> = {}): Promise<string> {
    const outcome = await this.source.callTool(
      'editor',
      tool,
      {},
      { signal: new AbortController().signal, ...options },
    );
    if (!outcome.ok) return outcome.error.code;
    const { content, isError } = outcome.result;
    const [block] = content;
    return `${isError ? 'error: ' : ''}${block?.type === 'text' ? block.text : ''}`;
  }
}

const neverAnswers = { name: 'slow', answer: () => new Promise<object>(() => undefined) };

describe('the editor tools', () => {
  it('are none unless the user names some', async () => {
    const bed = new Bed([{ name: 'read_file' }]);
    bed.chosen = [];
    assert.deepEqual(await bed.source.servers(), []);
  });

  for (const [chosen, names] of [
    [[], []],
    [['copilot_*', '!*_write'], ['copilot_read']],
    [['!x'], []],
  ] as const) {
    it(`are ${JSON.stringify(names)} by the setting ${JSON.stringify(chosen)}`, async () => {
      const bed = new Bed([{ name: 'copilot_read' }, { name: 'copilot_write' }, { name: 'other' }]);
      bed.chosen = chosen;
      assert.deepEqual(await bed.names(), names);
    });
  }

  it('are not called once the user no longer names them', async () => {
    const sent: boolean[] = [];
    const bed = new Bed([{ name: 'read_file' }]);
    bed.chosen = [];
    assert.equal(await bed.call('read_file', { onSent: (isSent) => sent.push(isSent) }), 'unknown_tool');
    assert.deepEqual(sent, [false]);
  });

  it('are never our own, nor those of MCP servers', async () => {
    const bed = new Bed([
      { name: 'executeCode' },
      { name: 'findTools' },
      { name: 'mcp_github_get_issue' },
      { name: 'read_file' },
    ]);
    assert.deepEqual(await bed.names(), ['read_file']);
  });

  it('do not run our own, whoever asks', async () => {
    const bed = new Bed([{ name: 'executeCode' }]);
    assert.deepEqual([await bed.call('executeCode'), bed.tools.invoked], ['unknown_tool', []]);
  });

  it('name the glob that names no tool', () => {
    const bed = new Bed([{ name: 'read_file' }]);
    bed.chosen = ['read_*', 'mcp_*', '!x'];
    assert.deepEqual(
      bed.source.warnings().map((line) => /"(.+?)"/.exec(line)?.[1]),
      ['mcp_*'],
    );
  });

  it('take any object where a tool has no schema', async () => {
    const [tool] = await new Bed([{ name: 'free' }]).listed();
    assert.deepEqual(tool?.inputSchema, { type: 'object' });
  });

  it('may write, and ask for themselves', async () => {
    const [tool] = await new Bed([{ name: 'free' }]).listed();
    assert.deepEqual([tool?.annotations, tool?.confirmsItself], [{}, true]);
  });

  it('stay the same list for as long as the editor lists the same', async () => {
    const bed = new Bed([{ name: 'a' }]);
    const first = await bed.listed();
    assert.equal(await bed.listed(), first);
    bed.tools.tools = [{ name: 'a', description: 'changed' }];
    assert.notEqual(await bed.listed(), first);
  });

  it('get what the front door knows of the request', async () => {
    const bed = new Bed([{ name: 'a' }]);
    const invocationToken = { chat: 1 };
    await bed.call('a', { invocationToken });
    assert.deepEqual(bed.tools.invoked, [{ name: 'a', input: {}, invocationToken }]);
  });

  it('answer while the clock of the run stands still', async () => {
    const bed = new Bed([{ name: 'a', answer: () => textAnswer('answer') }]);
    const waits: unknown[] = [];
    const pauseClockWhile = async <T>(ask: () => Promise<T>): Promise<T> => {
      const answer = await ask();
      waits.push(answer);
      return answer;
    };
    await bed.call('a', { pauseClockWhile });
    assert.deepEqual(waits, [textAnswer('answer')]);
  });

  const skipped = 'The user chose to skip the tool call, they want to proceed without running it';
  const ends: readonly (readonly [what: string, NonNullable<FakeLanguageModelTool['answer']>, string])[] = [
    [
      'fail with the words of the tool',
      () => Promise.reject(new Error('no such file')),
      'error: no such file',
    ],
    ['are denied when the user declines', () => Promise.reject(canceled()), 'denied'],
    ['are denied when the user skips them', () => textAnswer(skipped), 'denied'],
  ];
  for (const [what, answer, said] of ends)
    it(what, async () => assert.equal(await new Bed([{ name: 'a', answer }]).call('a'), said));

  it('are let go when the run is cancelled, whatever the tool does', async () => {
    const controller = new AbortController();
    const outcome = new Bed([neverAnswers]).call('slow', { signal: controller.signal });
    controller.abort();
    assert.equal(await outcome, 'cancelled');
  });

  it('are let go when Code Mode is closed', async () => {
    const bed = new Bed([neverAnswers]);
    const outcome = bed.call('slow');
    await bed.source.dispose();
    assert.equal(await outcome, 'server_unavailable');
  });

  it('are not waited for without end', async () => {
    assert.equal(await new Bed([neverAnswers], 1).call('slow'), 'timeout');
  });

  it('are gone for a call when the editor has them no more', async () => {
    const bed = new Bed([{ name: 'a' }]);
    bed.tools.tools = [];
    assert.equal(await bed.call('a'), 'unknown_tool');
  });
});
