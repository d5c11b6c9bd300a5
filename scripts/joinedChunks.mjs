// Fewer chunks for a command. esbuild makes one of the modules that the same entries reach, and each dynamic import is an entry: what many
// features share falls into dozens of files, each of which Node resolves, reads and links by itself. So the features are made to reach the
// same: those that need the core anyway import it, and the others all of what any of them shares with it.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/**
 * For esbuild. `entry`: where the program begins; `core`: the module, imported dynamically, that most of it needs.
 * Both are paths from the project's root.
 */
export function joinedChunks({ entry, core }) {
  return {
    name: 'joined-chunks',
    async setup(b) {
      const plugins = b.initialOptions.plugins.filter(({ name }) => name !== 'joined-chunks');
      const { metafile } = await build({ ...b.initialOptions, plugins, metafile: true, write: false });
      const more = importsOf(metafile.inputs, entry, core);
      const folder = process.cwd();
      b.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const added = more.get(relative(folder, path).replaceAll('\\', '/')) ?? [];
        if (added.length === 0) return undefined;
        const imports = added.map((each) => `import ${JSON.stringify(resolve(each))};\n`).join('');
        return { contents: `${readFileSync(path, 'utf8')}\n${imports}`, loader: 'ts' };
      });
    },
  };
}

/** What modules that are imported dynamically import besides, by their paths. */
function importsOf(inputs, entry, core) {
  const reach = (from, isFollowed, found = new Set()) => {
    if (found.has(from) || !inputs[from]) return found;
    found.add(from);
    for (const { path, kind } of inputs[from].imports) if (isFollowed(path, kind)) reach(path, isFollowed, found);
    return found;
  };
  const isStatic = (_, kind) => kind !== 'dynamic-import';
  const withoutCore = reach(entry, (path) => path !== core);
  const ofCore = reach(core, isStatic);
  const dynamic = new Set(
    Object.values(inputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path)),
  );
  const light = [...dynamic].filter((path) => withoutCore.has(path));
  const atOnce = reach(entry, isStatic);
  const sharedBy = (path) => [...reach(path, isStatic)].filter((each) => each.startsWith('src/') && ofCore.has(each) && !atOnce.has(each));
  const shared = [...new Set(light.flatMap(sharedBy))];
  const added = (path) => (withoutCore.has(path) ? (sharedBy(path).length > 0 ? shared : []) : [core]);
  return new Map([...dynamic].filter((path) => path !== core).map((path) => [path, added(path)]));
}
