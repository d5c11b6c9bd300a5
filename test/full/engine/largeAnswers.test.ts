// Answers of megabytes in a chat: parsed, compared and written one after another, so that all together hold the
// host's thread for no longer than one of them does. All extensions share that thread.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json.ts';
import { CodeChat } from '../../../src/models/stateless/codeChat.ts';
import { TurnFiles } from '../../../src/models/stateless/turnFiles.ts';
import { TurnRunner } from '../../../src/models/stateless/turnRunner.ts';
import { answerTo, assistantCalls, PlayedModel, requestOf, script } from '../../fakes/codeChatClient.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TestEngine } from '../../fakes/testEngine.ts';
import { chatOptions, user } from '../../engine/chatBed.ts';
import { assertHardlyStill, EventLoopWatch } from '../../sandbox/eventLoopWatch.ts';

const rows = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_row, id) => ({ id, name: `row ${id}`, tags: ['a', 'b'], value: id / 7 })),
  );

describe('large answers of a chat', function () {
  // As often as a busy machine has to be measured.
  this.timeout(400_000);
  let test: TestEngine;
  let folder: TemporaryFolder;
  before(async () => {
    test = new TestEngine([], { realSandbox: true });
    folder = new TemporaryFolder('code-mode-turns-');
    await test.run('return 1;');
  });
  after(async () => {
    await test[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  /** The longest time that the host stood still in a request of the chat, or while its turn was written. */
  async function stillMs(count: number, text: string): Promise<number> {
    const turns = new TurnFiles({ folder: folder.path, writes: () => true, log: () => undefined });
    const chat = new CodeChat(new TurnRunner(chatOptions(test, turns)));
    const code = `const all = await Promise.all(Array.from({ length: ${count} }, () => tools.functions.getText({})));
      await tools.functions.add({ a: 1, b: 2 });
      return all.reduce((sum, rows) => sum + rows.length, 0);`;
    const model = new PlayedModel([script(code), { text: 'Done.' }]);
    const messages: JsonObject[] = [user('Read.')];
    const times: number[] = [];
    const watched = async <T>(work: Promise<T>): Promise<T> => {
      const watch = new EventLoopWatch();
      return work.finally(() => times.push(watch.stop()));
    };
    for (;;) {
      const { calls } = await watched(
        chat.answer(requestOf(messages), model.ask, new AbortController().signal),
      );
      if (calls.length === 0) break;
      const answers = calls.map((call) =>
        call.name === 'add' ? answerTo(call) : { role: 'tool', tool_call_id: call.id, content: text },
      );
      messages.push(assistantCalls(calls), ...answers);
    }
    await watched(turns.dispose());
    assert.equal(model.lastHeard, String(count * (JSON.parse(text) as unknown[]).length));
    return Math.max(...times);
  }

  for (const [count, text] of [
    [20, rows(7_500)],
    [999, rows(180)],
  ] as const) {
    it(`hardly hold the host: ${count} of ${text.length} characters`, () =>
      assertHardlyStill(() => stillMs(count, text)));
  }
});
