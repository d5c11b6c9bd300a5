// Reads the address of a Valkey or Redis server. It may hold a password, which neither a message nor a log may show.

export interface StateUrl {
  /** As `RedisState.connect` takes it, with the password. */
  readonly url: string;
  /** The same for people: the password is hidden. */
  readonly shown: string;
  /** The number of the database, which separates deployments. */
  readonly database: number;
}

/** Undefined for a text that is no address of a database. */
export function readStateUrl(text: string): StateUrl | undefined {
  const url = URL.parse(text);
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '' || url.search + url.hash !== '') return undefined;
  const database = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1];
  if (database === undefined || !isDecodable(url.username) || !isDecodable(url.password)) return undefined;
  const shown = new URL(text);
  if (shown.password !== '') shown.password = '***';
  return { url: text, shown: shown.href, database: Number(database) };
}

/** True if the client, which decodes the name and the password, can do so. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
