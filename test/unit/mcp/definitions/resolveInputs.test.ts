import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import type { InputDefinition } from '../../../../src/mcp/definitions/inputDefinition.ts';
import {
  noEditor,
  resolveInputs,
  type EditorVariables,
  type InputAnswer,
  type Inputs,
} from '../../../../src/mcp/definitions/resolveInputs.ts';
import { FakePerson } from '../../../fakes/fakePerson.ts';
import type { UnresolvedLaunch } from '../../../../src/mcp/definitions/serverDefinition.ts';

const key: InputDefinition = { id: 'key', origin: 'mcp.json', type: 'promptString', password: true };
const place: InputDefinition = { id: 'place', origin: 'mcp.json', type: 'promptString', password: false };
const unresolved = (fields: Record<string, unknown>, ...inputs: InputDefinition[]): UnresolvedLaunch => ({
  type: 'unresolved',
  fields,
  folder: '/w',
  home: '/home/ada',
  inputs,
  variables: [],
  policy: { access: 'all', denied: [] },
});
const ask = (
  launch: UnresolvedLaunch,
  inputs: Inputs,
  { variables = noEditor, signal = new AbortController().signal } = {},
) => resolveInputs(launch, 'geo', { inputs, variables }, new FakePerson({ signal }));

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

describe('resolveInputs', () => {
  it('puts answers in before paths are made absolute, and remembers which are secret', async () => {
    const launch = unresolved(
      { command: 'geo', cwd: '${input:place}', args: ['--key=${input:key}'] },
      key,
      place,
    );
    assert.deepEqual(await ask(launch, new FixedInputs({ key: 's3cret-key', place: '~/maps' })), {
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
    const outcome = await ask(unresolved({ command: '${input:key}${input:place}' }, key, place), inputs);
    assert.deepEqual(outcome, {
      ok: false,
      needs: 'needs_input',
      error: 'it cannot start: its input "key" has no value. Give it.',
    });
    assert.deepEqual(inputs.asked, ['geo: key']);
  });

  it('checks what comes out as strictly as what is written', async () => {
    const outcome = await ask(
      unresolved({ url: '${input:place}' }, place),
      new FixedInputs({ place: 'file:///etc' }),
    );
    assert.match(outcome.ok ? '' : outcome.error, /unusable with these inputs: "url" must be/);
  });

  it('does not wait for an answer once it is aborted', async () => {
    const controller = new AbortController();
    const silent: Inputs = { answer: () => new Promise(() => undefined) };
    const outcome = ask(unresolved({ command: '${input:key}' }, key), silent, { signal: controller.signal });
    controller.abort();
    assert.equal((await outcome).ok, false);
  });

  const editor: EditorVariables = {
    value: (name, folder) =>
      Promise.resolve(
        name === 'file'
          ? { ok: false, error: 'Open a file.' }
          : { ok: true, value: `${name} in ${folder ?? 'no folder'}` },
      ),
  };
  const ofEditor = (command: string, ...variables: string[]): UnresolvedLaunch => ({
    ...unresolved({ command }),
    variables,
  });

  it('puts in what the editor knows', async () => {
    const outcome = await ask(ofEditor('${config:a.b}', 'config:a.b'), new FixedInputs({}), {
      variables: editor,
    });
    assert.equal(outcome.ok && outcome.launch.type === 'stdio' && outcome.launch.command, 'config:a.b in /w');
  });

  it('says which variable the editor has no value for', async () => {
    const outcome = await ask(ofEditor('${file}', 'file'), new FixedInputs({}), { variables: editor });
    assert.deepEqual(outcome, {
      ok: false,
      needs: 'needs_input',
      error: 'it cannot start: ${file} has no value. Open a file.',
    });
  });

  it('says what to write where there is no editor', async () => {
    const outcome = await ask(ofEditor('${config:a}', 'config:a'), new FixedInputs({}));
    assert.match(
      outcome.ok ? '' : outcome.error,
      /^it cannot start: \$\{config:a\} has no value\. Only the editor knows it/,
    );
  });

  it('holds what was answered against the policy', async () => {
    const launch = unresolved({ url: 'https://${input:place}/' }, place);
    const policy = { access: 'all', denied: [{ serverUrl: 'https://*.test/' }] } as const;
    const outcome = await ask({ ...launch, policy }, new FixedInputs({ place: 'mcp.test' }));
    assert.match(outcome.ok ? '' : outcome.error, /"chat\.mcp\.deniedServers" blocks it/);
  });
});
