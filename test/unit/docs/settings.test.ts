// Tests docs/settings.md against the manifest: it lists every setting, and no other.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestOf } from '../../../src/vscode/manifest.ts';

const root = join(import.meta.dirname, '../../..');

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
    const packageJSON: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { contributes } = manifestOf({ packageJSON });
    const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    assert.deepEqual(rows.flatMap(settingsOfRow).toSorted(), settings.toSorted());
  });
});
