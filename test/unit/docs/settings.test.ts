// Tests docs/settings.md against the manifest: it lists every setting, and no other.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** A row names one setting, or several of one section: `codeMode.limits.cpuMs`, `wallMs`. */
function settingsOfRow(row: string): readonly string[] {
  const [first = '', ...others] = [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(
    ([, name = '']) => name,
  );
  const section = first.slice(0, first.lastIndexOf('.') + 1);
  return [first, ...others.map((name) => section + name)];
}

describe('docs/settings.md', () => {
  it('lists the settings of the manifest', () => {
    const rows = readFileSync(join(root, 'docs/settings.md'), 'utf8').match(/^\| `codeMode\..*$/gm) ?? [];
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
    const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    assert.deepEqual(rows.flatMap(settingsOfRow).toSorted(), settings.toSorted());
  });
});
