// Tests answers whose blocks are meant for the user, the assistant or both (MCP annotations), from a real server.
import assert from 'node:assert/strict';
import { realServer } from '../mcp/realServer.ts';
import { EngineOverServers } from './engineOverServers.ts';
import { openedForAll } from '../fakes/opened.ts';

describe('an answer that says for whom it is', () => {
  const test = openedForAll(() =>
    EngineOverServers.open({ everything: realServer('everything') }, { typeCheck: 'error' }),
  );

  it('gives the script what is for the assistant', async () => {
    const { value, errors } = await test.run(
      'return await tools.everything.getAnnotatedMessage({ messageType: "debug", includeImage: true });',
    );
    assert.deepEqual([typeof value, errors], ['string', []]);
  });

  it('tells the user what is for them', async () => {
    const told: string[] = [];
    const { forUser } = await test.run(
      'await tools.everything.getAnnotatedMessage({ messageType: "success" });',
      {
        observer: { onForUser: (path, text) => told.push(`${path}: ${text}`) },
      },
    );
    assert.deepEqual(told, ['tools.everything.getAnnotatedMessage: Operation completed successfully']);
    assert.deepEqual(forUser, told);
  });

  it('gives the whole with .raw', async () => {
    const { value, errors } = await test.run(`
      const { content } = await tools.everything.getAnnotatedMessage.raw({ messageType: "debug", includeImage: true });
      return content.map(({ type, annotations }) => [type, annotations?.audience]);`);
    assert.deepEqual(
      [value, errors],
      [
        [
          ['text', ['assistant']],
          ['image', ['user']],
        ],
        [],
      ],
    );
  });
});
