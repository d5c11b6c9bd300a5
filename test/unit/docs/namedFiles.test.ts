// Tests that each file that docs/architecture.md and docs/extending.md name exists.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

function page(name: string): string {
  return readFileSync(join(root, 'docs', name), 'utf8');
}

/** Returns the names that `pattern` finds, each once. */
function names(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
}

function missing(files: readonly string[]): readonly string[] {
  assert.ok(files.length > 10, 'The page names files.');
  return files.filter((file) => !existsSync(join(root, file)));
}

describe('the files that a page of docs/ names', () => {
  it('exist where docs/extending.md names them', () => {
    assert.deepEqual(missing(names(page('extending.md'), /`((?:src|test|docs|scripts)\/[^`*<>]+)`/g)), []);
  });

  it('exist where the numbered lists of docs/architecture.md name them', () => {
    // A line is `1. \`vscode/chat/chatTools\`: …` or `2. \`engine/executeScript\` through
    // \`vscode/editorEngine\`: …`.
    const lists = names(page('architecture.md'), /^(\d+\. `[^`]+`(?: through `[^`]+`)?):/gm).join('\n');
    assert.deepEqual(missing(names(lists, /`([^`]+)`/g).map((name) => `src/${name}.ts`)), []);
  });
});
