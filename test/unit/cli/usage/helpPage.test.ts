import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../../src/cli/parseCommandLine.ts';
import { plain } from '../../../../src/cli/style.ts';
import { commandNames, commands, optionsOf } from '../../../../src/cli/usage/commands.ts';
import { helpPage } from '../../../../src/cli/usage/helpPage.ts';
import { shellWords } from '../../../fakes/shellWords.ts';

describe('the help', () => {
  it('names every command with what it does', () => {
    const page = helpPage(undefined, 80, plain);
    for (const name of commandNames)
      assert.match(page, new RegExp(`^  ${name} +${commands[name].does}$`, 'm'));
  });

  for (const name of commandNames) {
    it(`names every option of ${name}, its exit codes and an example`, () => {
      const page = helpPage(name, 80, plain);
      for (const option of optionsOf(commands[name])) {
        assert.match(
          page,
          new RegExp(`--${option.name}${option.takes === undefined ? '' : ` <${option.takes}>`}( |$)`, 'm'),
        );
      }
      for (const [codes] of commands[name].exits) assert.match(page, new RegExp(`^  ${codes} `, 'm'));
      assert.match(page, /^Examples\n {2}.*code-mode /m);
    });

    it(`has examples of ${name} that the command line accepts`, () => {
      for (const [line] of commands[name].examples) {
        const words = shellWords(line.replace(/^source <\((.*)\)$/, '$1').replace(/ [|<>] .*$/, ''));
        assert.equal(words[0], 'code-mode');
        const { command } = parseCommandLine(words.slice(1));
        // The commands of `run` and `runs` also apply to saved scripts.
        assert.ok(
          command === name || (name === 'scripts' && (command === 'run' || command === 'runs')),
          command,
        );
      }
    });

    for (const columns of [60, 80, 100]) {
      it(`fits ${name} into ${columns} columns`, () => {
        for (const line of helpPage(name, columns, plain).split('\n'))
          assert.ok(line.length <= columns, line);
      });
    }
  }

  it('has bold headings where there are colours', () => {
    assert.match(helpPage('run', 80, { ...plain, bold: (text) => `*${text}*` }), /^\*Usage\*\n/m);
  });
});
