// The project as Windows' Node 22 can read it: that Node strips types, but does not know `using`. Every TypeScript
// file is lowered under its own name into a copy of the tree; what is installed is linked.
import { transform } from 'esbuild';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const copied = ['dist', 'src', 'test', 'docs', 'examples', 'media', 'package.json', '.mocharc.json'];
const linked = ['node_modules'];

/** Makes `to` such a copy of the project at `root`. */
export async function lowerTree(root: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const name of linked) await symlink(join(root, name), join(to, name));
  for (const name of copied) await cp(join(root, name), join(to, name), { recursive: true });
  await Promise.all(
    globSync(['src/**/*.ts', 'test/**/*.ts'], { cwd: to }).map((file) => lower(join(to, file))),
  );
}

async function lower(file: string): Promise<void> {
  if (file.endsWith('.d.ts')) return;
  const source = await readFile(file, 'utf8');
  const { code } = await transform(source, {
    loader: 'ts',
    target: 'node22',
    sourcefile: file,
    sourcemap: false,
  });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
}
