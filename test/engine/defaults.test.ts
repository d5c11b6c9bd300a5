// Tests that a call may leave out arguments that the server requires and for which it declares a default, as the
// schemas of some generators do.
import assert from 'node:assert/strict';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { sharedEngine, TestEngine } from '../fakes/testEngine.ts';

describe('an argument that the server requires and has a default for', () => {
  const inputSchema = {
    type: 'object',
    properties: {
      path: { type: 'string' },
      scale: { type: 'string', enum: ['css', 'device'], default: 'css' },
    },
    required: ['path', 'scale'],
  };
  const source = new InMemorySource({ page: [{ name: 'shoot', inputSchema }] });
  const test = sharedEngine([source], { typeCheck: 'error' });

  const sentBy = async (script: string) => {
    source.calls.splice(0);
    const { errors } = await test.run(script);
    return { errors: errors.map(({ code }) => code), inputs: source.calls.map(({ input }) => input) };
  };

  it('is sent as its default where a script leaves it out', async () => {
    assert.deepEqual(await sentBy('await tools.page.shoot({ path: "a.png" })'), {
      errors: [],
      inputs: [{ path: 'a.png', scale: 'css' }],
    });
  });

  it('is sent as the script gives it', async () => {
    const { inputs } = await sentBy('await tools.page.shoot({ path: "a.png", scale: "device" })');
    assert.deepEqual(inputs, [{ path: 'a.png', scale: 'device' }]);
  });

  it('leaves the one that has none required', async () => {
    assert.deepEqual(await sentBy('await tools.page.shoot({})'), { errors: ['type_error'], inputs: [] });
  });

  it('is left out where its default does not fit its own schema', async () => {
    const at = { type: 'string', pattern: '^[a-z]+$', default: '2026' };
    const other = new InMemorySource({
      page: [{ name: 'shoot', inputSchema: { type: 'object', properties: { at }, required: ['at'] } }],
    });
    await using engine = new TestEngine([other], { typeCheck: 'error' });
    assert.deepEqual((await engine.run('await tools.page.shoot({})')).errors, []);
    assert.deepEqual(
      other.calls.map(({ input }) => input),
      [{}],
    );
  });

  it('is not in the way of a value that can only be the other', async () => {
    assert.deepEqual((await sentBy('await tools.page.shoot("a.png" as any)')).inputs, [
      { path: 'a.png', scale: 'css' },
    ]);
  });
});
