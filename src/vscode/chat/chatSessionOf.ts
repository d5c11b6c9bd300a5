// Which chat a call belongs to, so that its store and kept results are its own. The token is opaque to extensions; VS
// Code 1.139 puts the chat's URI into it as `sessionResource`. Without one, all chats of the window share one session.

export function chatSessionOf(token: unknown): string {
  const resource: unknown = typeof token === 'object' && token !== null ? Reflect.get(token, 'sessionResource') : undefined;
  if (typeof resource === 'string' && resource !== '') return `chat:${resource}`;
  if (typeof resource !== 'object' || resource === null) return 'chat';
  // A revived Uri has its own toString; a plain object of URI components has only its members.
  const text = String(resource); // eslint-disable-line @typescript-eslint/no-base-to-string
  return `chat:${text.startsWith('[object ') ? JSON.stringify(resource) : text}`;
}
