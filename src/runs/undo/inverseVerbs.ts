// Names of tools as words, and which of a server's tools reverses another by its name: `create_issue` and `delete_issue`.

/** Either of a line reverses either of the other side. */
const pairs: readonly (readonly [string, string])[] = [
  ['create add insert new make register upload append', 'delete remove destroy drop erase unregister'],
  ['enable', 'disable'],
  ['activate', 'deactivate'],
  ['open reopen', 'close'],
  ['archive', 'unarchive restore'],
  ['trash', 'untrash restore'],
  ['assign', 'unassign'],
  ['star', 'unstar'],
  ['pin', 'unpin'],
  ['lock', 'unlock'],
  ['follow', 'unfollow'],
  ['watch', 'unwatch'],
  ['like', 'unlike'],
  ['mute', 'unmute'],
  ['block', 'unblock'],
  ['hide', 'unhide show'],
  ['subscribe', 'unsubscribe'],
  ['publish', 'unpublish'],
  ['attach', 'detach'],
  ['link', 'unlink'],
  ['join', 'leave'],
  ['grant', 'revoke'],
  ['check', 'uncheck'],
  ['mount', 'unmount'],
  ['install', 'uninstall'],
  ['start', 'stop'],
  ['connect', 'disconnect'],
];
/** These reverse themselves, with the two ends exchanged. */
const moving = new Set(['move', 'rename', 'edit', 'replace']);
/** What these write can be written back. */
const setting = new Set([
  'update',
  'set',
  'edit',
  'write',
  'change',
  'modify',
  'patch',
  'replace',
  'save',
  'put',
  'configure',
  'rename',
  'move',
]);

const deleting = new Set('delete remove destroy drop erase unregister'.split(' '));
const inverses = byVerb();

function byVerb(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [one, other] of [...pairs, ...pairs.map(([one, other]) => [other, one] as const)]) {
    for (const verb of one.split(' ')) found.set(verb, new Set([...(found.get(verb) ?? []), ...other.split(' ')]));
  }
  return found;
}

/** `create_entities`, `createEntities` -> `['create', 'entities']` */
export function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Those whose name says that they reverse `name`, the likeliest first. Linear in the names. */
export function inverseNames(name: string, others: readonly string[]): readonly string[] {
  const words = wordsOf(name);
  const at = words.findIndex((word) => inverses.has(word));
  const verbs = inverses.get(words[at] ?? '');
  if (!verbs) return [];
  const about = objectOf(words, at);
  return others.filter((other) => {
    const theirs = wordsOf(other);
    const verb = theirs.findIndex((word) => verbs.has(word));
    return verb >= 0 && objectOf(theirs, verb) === about;
  });
}

/** Whether a call of it is reversed by one with its two ends exchanged. */
export function exchangesEnds(name: string): boolean {
  return wordsOf(name).some((word) => moving.has(word));
}

/** Whether a call of it is reversed by one with the values of before. */
export function setsValues(name: string): boolean {
  return wordsOf(name).some((word) => setting.has(word));
}

/** Whether what it was called for is gone: only what the call itself says can be made again. */
export function deletes(name: string): boolean {
  return wordsOf(name).some((word) => deleting.has(word));
}

/** What a tool is about: `issues` and `issue` are the same. */
function objectOf(words: readonly string[], verb: number): string {
  return words
    .filter((_, index) => index !== verb)
    .map(singular)
    .join(' ');
}

export function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') && word.length > 3 ? word.slice(0, -1) : word;
}
