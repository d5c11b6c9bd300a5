// Reads the address of a Valkey or Redis server, whose password must not appear in messages or logs.

export interface StateUrl {
  /** The address with the password, for `RedisState.connect`. */
  readonly url: string;
  /** The address for messages, with the password hidden. */
  readonly shown: string;
  /** Number of the database, which separates deployments. */
  readonly database: number;
}

/** Returns undefined if the text is not the address of a database. */
export function readStateUrl(text: string): StateUrl | undefined {
  const url = URL.parse(text);
  if (
    !url ||
    !['redis:', 'rediss:'].includes(url.protocol) ||
    url.hostname === '' ||
    url.search + url.hash !== ''
  )
    return undefined;
  const database = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1];
  if (database === undefined || !isDecodable(url.username) || !isDecodable(url.password)) return undefined;
  const shown = new URL(text);
  if (shown.password !== '') shown.password = '***';
  return { url: text, shown: shown.href, database: Number(database) };
}

/** True if the client can decode the text, as it does with the user name and the password. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
