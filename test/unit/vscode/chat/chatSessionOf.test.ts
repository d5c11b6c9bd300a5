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

  for (const token of [undefined, null, 'token', {}, { sessionResource: null }, { sessionResource: '' }]) {
    it(`shares one session for ${typeof token} ${JSON.stringify({ token })}`, () => assert.equal(chatSessionOf(token), 'chat'));
  }
});
