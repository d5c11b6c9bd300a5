// Bundles import the files of a room, not its index. A module that imports one name through `src/engine/index.ts` would
// otherwise reach every file of the engine: esbuild would put them into the chunks that are read at activation.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

const named = /^(import|export) (type )?\{([^}]*)\} from '([^']+)';$/gm;

export const roomImports: Plugin = {
  name: 'room-imports',
  setup: (b) =>
    b.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => ({
      contents: readSource(path),
      loader: 'ts',
    })),
};

/** Returns the text of a source file in which each import of an index is an import of the files that it names. */
export function readSource(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(
    named,
    (statement, keyword, type, names: string, from: string) => {
      if (keyword !== 'import' || !from.startsWith('.') || !from.endsWith('/index.ts')) return statement;
      const files = filesOf(join(dirname(path), from));
      const values = type ? [] : namesIn(names).filter((name) => !name.startsWith('type '));
      const imports = values.map(
        (name) =>
          `import { ${name} } from '${relativeTo(path, files.get(name.split(' as ')[0] ?? '') ?? '')}';`,
      );
      // The lines of the file keep their numbers.
      return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
    },
  );
}

const indexes = new Map<string, Map<string, string>>();

/** Returns the file that declares each public name of an index. */
function filesOf(index: string): ReadonlyMap<string, string> {
  let files = indexes.get(index);
  if (!files) {
    files = new Map<string, string>();
    for (const [, , type, names = '', from = ''] of readFileSync(index, 'utf8').matchAll(named))
      if (!type) for (const name of namesIn(names)) files.set(name, join(dirname(index), from));
    indexes.set(index, files);
  }
  return files;
}

function namesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function relativeTo(path: string, file: string): string {
  const to = relative(dirname(path), file).replaceAll('\\', '/');
  return to.startsWith('.') ? to : `./${to}`;
}
