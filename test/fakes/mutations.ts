// Reads test/mutations.md. Each section is a fault: `source` · `test`: "the title of a test that fails", and a diff of
// a few lines.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Mutation {
  readonly title: string;
  readonly source: string;
  readonly test: string;
  /** A part of the title of a test that fails. */
  readonly caughtBy: string;
  readonly before: string;
  readonly after: string;
}

const section = /^## (.+)\n\n`([^`]+)` · `([^`]+)`:\n"(.+)"\n\n```diff\n([^]+?)\n```$/gm;

export function readMutations(): readonly Mutation[] {
  const page = readFileSync(resolve(import.meta.dirname, '../mutations.md'), 'utf8');
  return [...page.matchAll(section)].map(
    ([, title = '', source = '', test = '', caughtBy = '', diff = '']) => {
      const lines = (sign: string) => diff.split('\n').filter((line) => line.startsWith(sign));
      const text = (sign: string) =>
        lines(sign)
          .map((line) => line.slice(1))
          .join('\n');
      return { title, source, test, caughtBy, before: text('-'), after: text('+') };
    },
  );
}
