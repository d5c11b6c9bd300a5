import assert from 'node:assert/strict';
import { settingsAsOptions } from '../../../src/cli/settingsAsOptions.ts';

describe('a message on the terminal', () => {
  const cases: readonly (readonly [of: string, on: string])[] = [
    [
      'over 1,024 bytes (codeMode.limits.logBytes). Print less.',
      'over 1,024 bytes (--limit logBytes=). Print less.',
    ],
    [
      'or run scripts with the setting codeMode.sandbox.engine = "wasm", which',
      'or run scripts with --engine wasm, which',
    ],
    ['codeMode.sandbox.os (--sandbox-os) wants a wall', '--sandbox-os wants a wall'],
    ['without a wall (codeMode.sandbox.os, --sandbox-os):', 'without a wall (--sandbox-os):'],
    ['codeMode.limits.unheardOf', 'codeMode.limits.unheardOf'],
  ];
  for (const [of, on] of cases)
    it(`names the flag in "${on}"`, () => assert.equal(settingsAsOptions(of), on));
});
