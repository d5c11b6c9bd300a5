// Tests the receipt of a failed run: which of several writes failed, and which calls were never sent to their server.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import type { SignInAnswer, SignInPage } from '../../src/mcp/auth/signIn.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { InMemorySource, structuredResult, textResult } from '../fakes/inMemorySource.ts';
import { FollowingSignIn } from '../fakes/followingSignIn.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { sharedEngine, TestEngine } from '../fakes/testEngine.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { ProtectedWorkspace } from '../mcp/protectedWorkspace.ts';

/** Returns the states of the calls by their argument. */
function statesOf({ calls }: RunOutcome): Readonly<Record<string, string>> {
  return Object.fromEntries(calls.map(({ input, state }) => [JSON.stringify(input), state]));
}

function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

describe('the receipt of writes', () => {
  const source = () =>
    new InMemorySource({
      air: [
        {
          name: 'cancel',
          annotations: { readOnlyHint: false },
          inputSchema: {
            type: 'object',
            properties: { id: { type: 'string' }, password: { type: 'string' } },
          },
          answer: ({ id }, { signal }) => {
            if (id === 'slow') return once(signal, 'abort').then(() => textResult('too late'));
            if (id === 'deep') return structuredResult(nested(100_000));
            return id === 'C3'
              ? { content: [{ type: 'text', text: 'Error: not allowed: it has flown' }], isError: true }
              : textResult('cancelled');
          },
        },
      ],
    });
  const test = sharedEngine([source()]);

  const ids = '["A1", "B2", "C3", "D4"]';
  for (const [how, code, after] of [
    [
      'a loop',
      `for (const id of ${ids}) await tools.air.cancel({ id });`,
      ['finished', 'finished', 'failed', undefined],
    ],
    [
      'Promise.all',
      `await Promise.all(${ids}.map((id) => tools.air.cancel({ id })));`,
      ['finished', 'finished', 'failed', 'finished'],
    ],
    [
      'Promise.allSettled',
      `await Promise.allSettled(${ids}.map((id) => tools.air.cancel({ id }))); throw new Error("and then")`,
      ['finished', 'finished', 'failed', 'finished'],
    ],
  ] as const) {
    it(`of ${how} says which failed`, async () => {
      const { calls } = await test.run(code);
      const text = receipt(calls).join('\n');
      for (const [index, state] of after.entries()) {
        const line = `tools.air.cancel({ id: "${['A1', 'B2', 'C3', 'D4'][index] ?? ''}" }) (can write)`;
        const section = text
          .slice(0, text.indexOf(line))
          .match(/^ {2}(\w+)/gm)
          ?.at(-1);
        assert.equal(text.includes(line) ? section?.trim() : undefined, state, text);
      }
    });
  }

  it('names no call that still waited for a place beside others', async () => {
    await using narrow = new TestEngine([source()], { limits: { callsAtOncePerServer: 1 } });
    const outcome = await narrow.run(
      'await Promise.all(["C3", "slow", "F6"].map((id) => tools.air.cancel({ id })));',
    );
    assert.equal(statesOf(outcome)['{"id":"C3"}'], 'failed');
    assert.equal(statesOf(outcome)['{"id":"F6"}'], undefined);
    assert.equal(receipt(outcome.calls)[0], 'Receipt of all calls:');
  });

  it('says that a write may have taken effect whose answer cannot be read', async () => {
    const outcome = await test.run('await tools.air.cancel.raw({ id: "deep" });');
    assert.deepEqual(statesOf(outcome), { '{"id":"deep"}': 'unknown' });
  });

  it('says why a call failed of which the script does not tell', async () => {
    const { calls } = await test.run(
      'await tools.air.cancel({ id: "C3" }).catch(() => 0); throw new Error("and then")',
    );
    assert.match(receipt(calls).join('\n'), /"C3" \}\) \(can write\): not allowed: it has flown$/);
  });

  it('has no secrets that are known by their name', async () => {
    const { calls } = await test.run(
      'await tools.air.cancel({ id: "A1", password: "hunter2-hunter2" }); throw new Error("and then")',
    );
    assert.doesNotMatch(JSON.stringify(calls) + receipt(calls).join('\n'), /hunter2/);
  });

  it('says that a call was not made that waited for the user', async () => {
    const stop = new AbortController();
    const approver = new RecordingApprover();
    approver.approveCall = () => {
      stop.abort();
      return new Promise(() => undefined);
    };
    const outcome = await test.run('await tools.air[["can", "cel"].join("")]({ id: "A1" });', {
      approver,
      signal: stop.signal,
    });
    assert.deepEqual(statesOf(outcome), { '{"id":"A1"}': 'not_called' });
  });
});

describe('a call over a server', () => {
  let workspace: McpWorkspace;
  let test: TestEngine;

  /** Starts a session in which the server has this behaviour; its tools are known from an earlier session. */
  const later = async (behaviour: string) => {
    await workspace.write('behaviour', behaviour);
    await workspace.nextSession();
    test = new TestEngine([workspace.source]);
  };
  beforeEach(async () => {
    workspace = await McpWorkspace.create({}, { startMs: 20_000 });
    await workspace.write('behaviour', 'ok');
    await workspace.define({ faults: faultServer(`from:${join(workspace.folder, 'behaviour')}`) });
    await workspace.tools('faults');
  });
  afterEach(async () => {
    await test[Symbol.asyncDispose]();
    await workspace.dispose();
  });

  const write = 'await tools.faults.writeNote({ text: "a" });';
  const states = (outcome: RunOutcome) => outcome.calls.map(({ state }) => state);

  it('that is down was not made', async () => {
    await later('exit');
    const outcome = await test.run(write);
    assert.deepEqual(states(outcome), ['not_called']);
    assert.equal(outcome.errors[0]?.code, 'server_unavailable');
    assert.match(outcome.errors[0].hint ?? '', /^Go on without this server/);
  });

  it('that has not started was not made', async () => {
    await later('silent');
    const stop = new AbortController();
    const outcome = await test.run(write, {
      signal: stop.signal,
      observer: { onCallStarted: () => stop.abort() },
    });
    assert.deepEqual(states(outcome), ['not_called']);
    assert.match(outcome.errors[0]?.message ?? '', /It was waiting for tools\.faults\.writeNote/);
  });

  it('that has it and does not answer is unknown', async () => {
    await later('ok');
    const stop = new AbortController();
    const outcome = await test.run('await tools.faults.hang({});', {
      signal: stop.signal,
      observer: { onProgress: () => stop.abort() },
    });
    assert.deepEqual(states(outcome), ['unknown']);
  });

  it('that answers with an error has failed', async () => {
    await later('ok');
    assert.deepEqual(states(await test.run('await tools.faults.refuse({});')), ['failed']);
  });
});

/** Signs in at first. Later the page stays open, and the run is stopped. */
class LeavingSignIn extends FollowingSignIn {
  readonly stop = new AbortController();
  leaves = false;

  protected override visit(page: SignInPage, signal: AbortSignal): Promise<SignInAnswer> {
    if (!this.leaves) return super.visit(page, signal);
    this.stop.abort();
    return new Promise(() => undefined);
  }
}

describe('a call over a server that wants a sign-in', () => {
  it('was not made while the user was asked for it', async () => {
    const person = new LeavingSignIn();
    const vault = await ProtectedWorkspace.create({ person });
    const test = new TestEngine([vault.window.source]);
    const observer = {
      onCallEnded: () => {
        vault.server.revoke();
        person.leaves = true;
      },
    };
    const script = 'await tools.vault.echo({ n: 1 }); await tools.vault.echo({ n: 2 });';
    const outcome = await test.run(script, { observer, signal: person.stop.signal });
    await test[Symbol.asyncDispose]();
    await vault.dispose();
    assert.deepEqual(statesOf(outcome), { '{"n":1}': 'finished', '{"n":2}': 'not_called' });
  });
});
