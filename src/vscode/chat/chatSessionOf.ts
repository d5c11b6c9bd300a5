// Which chat a call belongs to, so that its store and kept results are its own. The token is opaque to extensions; VS
// Code 1.139 puts the chat's URI into it as `sessionResource`, older ones a `sessionId`. Calls without either (other extensions
// make them outside of a chat) share one session.

/** Far longer than VS Code's; a longer one is not VS Code's, and no key to keep. */
const LONGEST = 1_000;

/** Where it is not known which chat it is. */
export const allChats = 'chat';

export function chatSessionOf(token: unknown): string {
  if (typeof token !== 'object' || token === null) return allChats;
  const id: unknown = Reflect.get(token, 'sessionId');
  const key = textOf(Reflect.get(token, 'sessionResource')) ?? (typeof id === 'string' && id !== '' ? `id:${id}` : undefined);
  return key === undefined || key.length > LONGEST ? allChats : `chat:${key}`;
}

/** The same of a call that came by MCP: VS Code 1.139 says in `_meta` which conversation it belongs to. */
export function chatSessionOfMeta(meta: Readonly<Record<string, unknown>>): string {
  const id = meta['vscode.conversationId'];
  return typeof id === 'string' && id !== '' && id.length <= LONGEST ? `chat:${id}` : allChats;
}

function textOf(resource: unknown): string | undefined {
  if (typeof resource === 'string' && resource !== '') return resource;
  if (typeof resource !== 'object' || resource === null) return undefined;
  // A revived Uri has its own toString; a plain object of URI components has only its members.
  const text = String(resource); // eslint-disable-line @typescript-eslint/no-base-to-string
  return text.startsWith('[object ') ? JSON.stringify(resource) : text;
}
