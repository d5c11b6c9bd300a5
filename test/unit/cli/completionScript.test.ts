import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { completionScript } from '../../../src/cli/completionScript.ts';
import { shells } from '../../../src/cli/usage/option.ts';
import { commandNames, commands, optionsOf } from '../../../src/cli/usage/commands.ts';

/**
 * Returns the completions that bash offers when the Tab key is pressed after the last of `words`, which is the
 * beginning of a word.
 */
function offered(...words: readonly string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const script = `${completionScript('bash')}\nCOMP_WORDS=(code-mode ${quoted}); COMP_CWORD=${words.length}; _code_mode; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  assert.deepEqual([stderr, status], ['', 0]);
  return stdout.split('\n').filter(Boolean);
}

describe('a completion script', () => {
  for (const shell of shells) {
    it(`for ${shell} has every command and every option`, () => {
      const script = completionScript(shell);
      for (const name of commandNames) {
        assert.ok(script.includes(name));
        for (const option of optionsOf(commands[name])) assert.ok(script.includes(option.name), option.name);
      }
    });
  }

  it('says what an option does, whichever actions have it', () => {
    assert.match(completionScript('fish'), /-l state -x .* -d 'only runs of this state'/);
    assert.match(completionScript('fish'), /-d 'Change a limit, e\.g\. cpuMs=2000'/);
  });
});

describe('completion in bash', function () {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('offers commands', () => assert.deepEqual(offered('d'), ['describe', 'daemon', 'diagnose']));

  it('offers the options of the command', () => {
    assert.deepEqual(offered('search', '--li'), ['--limit']);
    assert.deepEqual(offered('logout', '--'), ['--help']);
  });

  it('offers the values of an option, after a blank or an equals sign', () => {
    assert.deepEqual(offered('run', '--engine', ''), ['auto', 'process', 'wasm']);
    assert.deepEqual(offered('run', 'a.ts', '--engine', '=', 'w'), ['wasm']);
    assert.deepEqual(offered('run', '--engine', '='), ['auto', 'process', 'wasm']);
  });

  it('offers the limits that there are', () => assert.deepEqual(offered('run', '--limit', 'cp'), ['cpuMs=']));

  it('offers shells, and the commands that help knows', () => {
    assert.deepEqual(offered('completion', ''), [...shells]);
    assert.deepEqual(offered('help', 'ru'), ['run', 'runs']);
  });

  it('leaves files to bash', () => {
    assert.deepEqual(offered('run', ''), []);
    assert.deepEqual(offered('tools', '--config', 'mcp'), []);
  });
});
