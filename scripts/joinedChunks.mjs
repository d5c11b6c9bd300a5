// Reduces the number of chunks of a command. esbuild makes one chunk of the modules that the same entries reach, and
// each dynamic import is an entry. Modules that many features share thus fall into dozens of files, and Node resolves,
// reads and links each file by itself. This plugin makes the features reach the same modules: a feature that needs the
// core imports the core, and every other feature imports all modules that any of these features shares with it.
import { build } from 'esbuild';
import { relative, resolve } from 'node:path';
import { readSource } from './roomImports.ts';

/**
 * An esbuild plugin. `entry`: the module with which the program begins. `core`: the dynamically imported module that
 * most of the program needs. Both are paths from the root of the project.
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
        return { contents: `${readSource(path)}\n${imports}`, loader: 'ts' };
      });
    },
  };
}

/** Returns the additional imports of the dynamically imported modules, by their paths. */
function importsOf(inputs, entry, core) {
  const reach = (from, isFollowed, found = new Set()) => {
    if (found.has(from) || !inputs[from]) return found;
    found.add(from);
    for (const { path, kind } of inputs[from].imports)
      if (isFollowed(path, kind)) reach(path, isFollowed, found);
    return found;
  };
  const isStatic = (_, kind) => kind !== 'dynamic-import';
  const withoutCore = reach(entry, (path) => path !== core);
  const ofCore = reach(core, isStatic);
  const dynamic = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
    ),
  );
  const light = [...dynamic].filter((path) => withoutCore.has(path));
  const atOnce = reach(entry, isStatic);
  const sharedBy = (path) =>
    [...reach(path, isStatic)].filter(
      (each) => each.startsWith('src/') && ofCore.has(each) && !atOnce.has(each),
    );
  const shared = [...new Set(light.flatMap(sharedBy))];
  const added = (path) => (withoutCore.has(path) ? (sharedBy(path).length > 0 ? shared : []) : [core]);
  return new Map([...dynamic].filter((path) => path !== core).map((path) => [path, added(path)]));
}
