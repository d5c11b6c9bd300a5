// Determines the chat that a call belongs to, so that each chat has its own store and kept results. The invocation
// token is opaque to extensions; VS Code 1.139 puts the chat's URI into it as `sessionResource`, older versions a
// `sessionId`. Calls without either (other extensions make them outside of a chat) share one session.

/** Maximum length of a session key in characters. A longer one does not come from VS Code and is not kept. */
const LONGEST = 1_000;

/** Session of the calls whose chat is unknown. */
export const allChats = 'chat';

export function chatSessionOf(token: unknown): string {
  if (typeof token !== 'object' || token === null) return allChats;
  const id: unknown = Reflect.get(token, 'sessionId');
  const key =
    textOf(Reflect.get(token, 'sessionResource')) ??
    (typeof id === 'string' && id !== '' ? `id:${id}` : undefined);
  return key === undefined || key.length > LONGEST ? allChats : `chat:${key}`;
}

/** Returns the session of a call that came over MCP. VS Code 1.139 names the conversation in `_meta`. */
export function chatSessionOfMeta(meta: Readonly<Record<string, unknown>>): string {
  const id = meta['vscode.conversationId'];
  return typeof id === 'string' && id !== '' && id.length <= LONGEST ? `chat:${id}` : allChats;
}

function textOf(resource: unknown): string | undefined {
  if (typeof resource === 'string' && resource !== '') return resource;
  if (typeof resource !== 'object' || resource === null) return undefined;
  // A revived Uri has its own `toString`; a plain object with URI components has only its members.
  const text = String(resource); // eslint-disable-line @typescript-eslint/no-base-to-string
  return text.startsWith('[object ') ? JSON.stringify(resource) : text;
}
