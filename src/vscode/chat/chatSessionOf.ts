// Which chat a call belongs to, so that its store and kept results are its own. The token is opaque to extensions; where
// it happens to name its chat that name is used, else all chats of the window share one session.

export function chatSessionOf(token: unknown): string {
  if (typeof token !== 'object' || token === null) return 'chat';
  for (const key of ['sessionId', 'sessionResource']) {
    const value: unknown = Reflect.get(token, key);
    if (typeof value === 'string' && value !== '') return `chat:${value}`;
    if (typeof value === 'object' && value !== null) return `chat:${JSON.stringify(value)}`;
  }
  return 'chat';
}
