// Tests the inputs of definitions, from the question to the process that gets the answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as immediate } from 'node:timers/promises';
import type { InputDefinition } from '../../src/mcp/definitions/inputDefinition.ts';
import { howToBeAsked, type InputAnswer, type Inputs } from '../../src/mcp/definitions/resolveInputs.ts';
import type { StartInteraction } from '../../src/mcp/protocol/startInteraction.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure } from './outcomes.ts';

const never = new AbortController().signal;
const asking = { ...faultServer(), env: { WORD: '${input:word}' } };
const inputs = [{ id: 'word', type: 'promptString' }];

/** Each question waits until the test answers it. */
class PendingInputs implements Inputs {
  readonly asked: string[] = [];
  readonly signals: AbortSignal[] = [];
  readonly next = Promise.withResolvers<undefined>();
  readonly #answer = Promise.withResolvers<InputAnswer>();

  answer({ id }: InputDefinition, server: string, person: StartInteraction): Promise<InputAnswer> {
    if (!person.interactive) return Promise.resolve({ ok: false, error: howToBeAsked });
    this.asked.push(`${server}: ${id}`);
    this.signals.push(person.signal);
    this.next.resolve(undefined);
    return person.ask('needs_input', () => this.#answer.promise);
  }

  settle(answer: InputAnswer): void {
    this.#answer.resolve(answer);
  }
}

/** Each question ends only with the start that asks it. */
class UnansweredInputs implements Inputs {
  asked = 0;
  readonly first = Promise.withResolvers<undefined>();

  answer(_input: InputDefinition, _server: string, person: StartInteraction): Promise<InputAnswer> {
    this.asked += 1;
    this.first.resolve(undefined);
    return person.ask('needs_input', async () => {
      if (!person.signal.aborted) await once(person.signal, 'abort');
      return { ok: false, error: 'Give it.' };
    });
  }
}

it('a person is not asked again when the run whose calls all wait for the answer is cancelled', async () => {
  const person = new UnansweredInputs();
  const workspace = await McpWorkspace.inMemory({}, {}, { inputs: person });
  try {
    await workspace.write('.vscode/mcp.json', JSON.stringify({ servers: { faults: asking }, inputs }));
    const run = new AbortController();
    const calls = [1, 2, 3].map(() => workspace.source.callTool('faults', 'pid', {}, { signal: run.signal }));
    await person.first.promise;
    run.abort();
    await Promise.all(calls);
    // A further question would be asked within a few turns of the event loop.
    for (let turn = 0; turn < 50; turn++) await immediate();
    assert.equal(person.asked, 1);
  } finally {
    await workspace.dispose();
  }
});

describe('a server whose definition has inputs', () => {
  let workspace: McpWorkspace;
  let person: PendingInputs;
  beforeEach(async () => {
    person = new PendingInputs();
    workspace = await McpWorkspace.inMemory({}, { startMs: 20_000 }, { inputs: person });
    await workspace.write(
      '.vscode/mcp.json',
      JSON.stringify({ servers: { faults: asking, plain: faultServer() }, inputs }),
    );
  });
  afterEach(() => workspace.dispose());

  it('asks for nothing until it is needed', async () => {
    await workspace.tools('plain');
    assert.equal(await workspace.state('faults'), 'stopped');
    assert.deepEqual(person.asked, []);
  });

  it('is started with the answer, for which everybody waits who needs it', async () => {
    const calls = [1, 2].map(() => workspace.structured('faults', 'env', { name: 'WORD' }));
    person.settle({ ok: true, value: 'sesame' });
    assert.deepEqual(await Promise.all(calls), Array(2).fill({ set: true, value: 'sesame' }));
    assert.deepEqual(person.asked, ['faults: word']);
  });

  it('does not hold up the others while it waits for an answer', async () => {
    const listing = workspace.source.listTools('faults', { signal: never, interactive: true });
    await person.next.promise;
    assert.ok((await workspace.tools('plain')).length > 0);
    person.settle({ ok: false, error: 'Give it.' });
    await listing;
  });

  it('says what is missing when it gets no answer', async () => {
    person.settle({ ok: false, error: 'Set --input word=<value>.' });
    const error = 'it cannot start: its input "word" has no value. Set --input word=<value>.';
    assert.equal(await workspace.listError('faults'), error);
    assert.equal((await workspace.source.servers()).find(({ name }) => name === 'faults')?.error, error);
  });

  it('asks nobody for a listing that did not name it, and says what it waits for', async () => {
    const listing = await workspace.source.listTools('faults', { signal: never });
    assert.deepEqual([listing.ok, !listing.ok && listing.needs], [false, 'needs_input']);
    assert.deepEqual(person.asked, []);
    assert.equal(await workspace.state('faults'), 'needs_input');
  });

  it('asks at once when it is named, whatever became of a listing that could not ask', async () => {
    await workspace.source.listTools('faults', { signal: never });
    const call = workspace.structured('faults', 'env', { name: 'WORD' });
    person.settle({ ok: true, value: 'sesame' });
    assert.deepEqual(await call, { set: true, value: 'sesame' });
  });

  it('asks for who named it, although a start that may not ask is under way', async () => {
    const [quiet, named] = [undefined, true].map((interactive) =>
      workspace.source.listTools('faults', { signal: never, ...(interactive && { interactive }) }),
    );
    person.settle({ ok: true, value: 'sesame' });
    assert.deepEqual([(await quiet)?.ok, (await named)?.ok], [false, true]);
  });

  it('shows that it waits for a person, and lets nobody wait with it who did not name it', async () => {
    const named = workspace.source.listTools('faults', { signal: never, interactive: true });
    await person.next.promise;
    assert.equal(await workspace.state('faults'), 'needs_input');
    const quiet = await workspace.source.listTools('faults', { signal: never });
    assert.match(quiet.ok ? '' : quiet.error, /^it waits for the user/);
    person.settle({ ok: true, value: 'sesame' });
    assert.equal((await named).ok, true);
    assert.equal(await workspace.state('faults'), 'running');
  });

  it('has the clock of a call stand still while a person decides', async () => {
    const waits: string[] = [];
    const pauseClockWhile = async <T>(ask: () => Promise<T>) => {
      waits.push('begins');
      const answer = await ask();
      waits.push('ends');
      return answer;
    };
    const call = workspace.source.callTool('faults', 'pid', {}, { signal: never, pauseClockWhile });
    await person.next.promise;
    person.settle({ ok: true, value: 'sesame' });
    assert.equal((await call).ok, true);
    assert.deepEqual(waits, ['begins', 'ends']);
  });

  it('asks once for a call whose question nobody answers', async () => {
    const seen = { name: 'pid', description: '', inputSchema: {}, annotations: {} };
    const call = workspace.source.callTool('faults', 'pid', {}, { signal: never, expectedTool: seen });
    person.settle({ ok: false, error: 'Give it.' });
    assert.equal(failure(await call).code, 'server_unavailable');
    assert.deepEqual(person.asked, ['faults: word']);
  });

  it('asks once when it is started by hand and nobody answers', async () => {
    person.settle({ ok: false, error: 'Give it.' });
    assert.equal((await workspace.source.startServer('faults'))?.state, 'needs_input');
    assert.deepEqual(person.asked, ['faults: word']);
  });

  it('takes the question back when its definition goes', async () => {
    const listing = workspace.source.listTools('faults', { signal: never, interactive: true });
    await person.next.promise;
    await workspace.define({ plain: faultServer() });
    await workspace.source.reload();
    assert.equal((await listing).ok, false);
    assert.equal(person.signals[0]?.aborted, true);
  });
});
