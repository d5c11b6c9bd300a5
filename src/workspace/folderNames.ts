// Names workspace folders for scripts. Paths begin with these names, so each is a legal name of a path, and unique.

/**
 * `shown` is what people see, in order. Two folders may have one name there, and names may be no part of a path: a second `src` is
 * `src-2`, `packages/web: ui` is `packages-web- ui`.
 */
export function folderNames(shown: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const text of shown) {
    const legal = text
      .toWellFormed()
      .replace(/[\p{Cc}/\\:]+/gu, '-')
      .replace(/^~/, '-')
      .replace(/[. ]+$/, '');
    const wanted = legal === '' ? 'folder' : legal;
    let name = wanted;
    for (let number = 2; names.has(name); number += 1) name = `${wanted}-${number}`;
    names.add(name);
  }
  return [...names];
}
