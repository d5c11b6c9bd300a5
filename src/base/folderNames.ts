// Gives workspace folders names for paths. Paths begin with these names, so each name is legal in a path and unique.

/**
 * `shown` has the names that people see, in order. Shown names may repeat or be illegal in a path: a second `src`
 * becomes `src-2`, and `packages/web: ui` becomes `packages-web- ui`.
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
