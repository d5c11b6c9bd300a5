import assert from 'node:assert/strict';
import { chatSessionOf } from '../../../../src/vscode/chat/chatSessionOf.ts';

describe('chatSessionOf', () => {
  it('tells chats apart by their URI', () => {
    const chat = (path: string) => ({ sessionResource: new URL(`vscode-chat-session://local/${path}`) });
    assert.equal(chatSessionOf(chat('a')), 'chat:vscode-chat-session://local/a');
    assert.notEqual(chatSessionOf(chat('a')), chatSessionOf(chat('b')));
  });

  it('tells chats apart by the components of a URI', () => {
    const chat = (path: string) => ({ sessionResource: { scheme: 'vscode-chat-session', path } });
    assert.equal(chatSessionOf(chat('a')), chatSessionOf(chat('a')));
    assert.notEqual(chatSessionOf(chat('a')), chatSessionOf(chat('b')));
  });

  it('tells chats apart by their id where there is no URI, as in older VS Code', () => {
    assert.equal(chatSessionOf({ sessionId: 'a' }), 'chat:id:a');
    assert.notEqual(chatSessionOf({ sessionId: 'a' }), chatSessionOf({ sessionId: 'b' }));
  });

  it('goes by the URI where there are both', () => {
    assert.equal(chatSessionOf({ sessionId: 'a', sessionResource: 'x:y' }), 'chat:x:y');
  });

  for (const token of [
    undefined,
    null,
    'token',
    {},
    { sessionResource: null },
    { sessionResource: '' },
    { sessionResource: 'x'.repeat(5_000) },
    { sessionResource: { path: 'x'.repeat(5_000) } },
    { sessionId: '' },
    { sessionId: 7 },
    { sessionId: 'x'.repeat(5_000) },
  ]) {
    it(`shares one session for ${typeof token} ${JSON.stringify({ token }).slice(0, 60)}`, () =>
      assert.equal(chatSessionOf(token), 'chat'));
  }
});
