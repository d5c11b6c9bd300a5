// Tests the texts that can be translated: the bundle for translators, and a translation in use.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { bundleText } from '../../../scripts/l10nBundle.ts';
import { toolsText } from '../../../src/vscode/labelText.ts';

describe('the texts of the extension', () => {
  afterEach(() => l10n.config({ contents: {} }));

  it('are all in l10n/bundle.l10n.json (npm run l10n)', () =>
    assert.equal(bundleText(), readFileSync('l10n/bundle.l10n.json', 'utf8')));

  it('are shown in the language of the loaded translation, others in English', () => {
    l10n.config({ contents: { '{0} tools': '{0} Werkzeuge' } });
    assert.deepEqual([toolsText(3), toolsText(1)], ['3 Werkzeuge', '1 tool']);
  });
});
