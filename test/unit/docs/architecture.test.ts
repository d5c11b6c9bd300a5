// docs/architecture.md against the code: its two lists of files are chains of imports, and what it and its neighbours name is there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPaths } from '../../../scripts/architecturePaths.ts';

const root = join(import.meta.dirname, '../../..');
const paths = readPaths(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));

function imports(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/from '(\.[^']*)'/g)].map(([, path = '']) => join(dirname(file), path));
}

describe('the lists of files in docs/architecture.md', () => {
  it('are two', () => assert.equal(paths.length, 2));

  for (const { title, files } of paths) {
    for (const [index, { name, through }] of files.entries()) {
      const before = files[index - 1]?.name;
      if (before === undefined) continue;
      it(`${title}: lead from ${before} to ${name}`, () => {
        const known = imports(before);
        if (through === undefined) assert.ok(known.includes(name), `${before} does not import ${name}`);
        else {
          // A port or the messages of a channel are known to both sides; what wires them knows both.
          const wires = imports(through).includes(name) && (known.includes(through) || imports(through).includes(before));
          assert.ok(
            wires || (known.includes(through) && imports(name).includes(through)),
            `${through} does not connect ${before} and ${name}`,
          );
        }
      });
    }
  }
});

describe('the files that docs/extending.md names', () => {
  const named = readFileSync(join(root, 'docs/extending.md'), 'utf8').matchAll(/`((?:src|test|docs|scripts)\/[^`*<>]+)`/g);
  for (const [, file = ''] of named) it(`has ${file}`, () => assert.ok(existsSync(join(root, file)), file));
});
