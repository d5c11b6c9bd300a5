import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import type { InputDefinition } from '../../../src/mcp/inputDefinition.ts';
import { askInputs, type InputAnswer, type Inputs } from '../../../src/mcp/inputs.ts';
import type { AskingLaunch } from '../../../src/mcp/serverDefinition.ts';
import { FakePerson } from '../../fakes/fakePerson.ts';

const key: InputDefinition = { id: 'key', origin: 'mcp.json', type: 'promptString', password: true };
const place: InputDefinition = { id: 'place', origin: 'mcp.json', type: 'promptString', password: false };
const asking = (fields: Record<string, unknown>, ...inputs: InputDefinition[]): AskingLaunch => ({
  type: 'asking',
  fields,
  folder: '/w',
  home: '/home/ada',
  inputs,
});

class FixedInputs implements Inputs {
  readonly asked: string[] = [];
  readonly #answers: Readonly<Record<string, string>>;

  constructor(answers: Readonly<Record<string, string>>) {
    this.#answers = answers;
  }

  answer({ id }: InputDefinition, server: string): Promise<InputAnswer> {
    this.asked.push(`${server}: ${id}`);
    const value = this.#answers[id];
    return Promise.resolve(value === undefined ? { ok: false, error: 'Give it.' } : { ok: true, value });
  }
}

describe('askInputs', () => {
  const person = new FakePerson();

  it('puts answers in before paths are made absolute, and remembers which are secret', async () => {
    const launch = asking({ command: 'geo', cwd: '${input:place}', args: ['--key=${input:key}'] }, key, place);
    assert.deepEqual(await askInputs(launch, 'geo', new FixedInputs({ key: 's3cret-key', place: '~/maps' }), person), {
      ok: true,
      launch: {
        type: 'stdio',
        command: 'geo',
        args: ['--key=s3cret-key'],
        cwd: resolve('/home/ada/maps'),
        env: {},
        secrets: ['s3cret-key'],
      },
    });
  });

  it('asks for one input after the other, and for no more once one has no value', async () => {
    const inputs = new FixedInputs({});
    const outcome = await askInputs(asking({ command: '${input:key}${input:place}' }, key, place), 'geo', inputs, person);
    assert.deepEqual(outcome, { ok: false, needs: 'needs_input', error: 'it cannot start: its input "key" has no value. Give it.' });
    assert.deepEqual(inputs.asked, ['geo: key']);
  });

  it('checks what comes out as strictly as what is written', async () => {
    const outcome = await askInputs(asking({ url: '${input:place}' }, place), 'geo', new FixedInputs({ place: 'file:///etc' }), person);
    assert.deepEqual(outcome, {
      ok: false,
      error: 'its definition cannot be used with what was answered: "url" must be an http or https address.',
    });
  });

  it('does not wait for an answer once it is aborted', async () => {
    const controller = new AbortController();
    const silent: Inputs = { answer: () => new Promise(() => undefined) };
    const outcome = askInputs(asking({ command: '${input:key}' }, key), 'geo', silent, new FakePerson({ signal: controller.signal }));
    controller.abort();
    assert.equal((await outcome).ok, false);
  });
});
