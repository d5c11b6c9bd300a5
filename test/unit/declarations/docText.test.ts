import assert from 'node:assert/strict';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { summaryOf, tellingTitle } from '../../../src/declarations/docText.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import { serverShape, toolShape } from '../../fakes/toolShape.ts';

describe('the first sentence of a description', () => {
  for (const [what, description, expected] of [
    ['ends before the next one', 'Lists projects. Then more.', 'Lists projects.'],
    [
      'is the first line where that ends without a stop',
      'List projects\n\nArgs:\n  name: which',
      'List projects',
    ],
    ['is not a tag', '\n<Purpose>\nLists projects.\n</Purpose>', 'Lists projects.'],
    ['is not a heading in Markdown', '## Purpose\n\nLists projects.', 'Lists projects.'],
    ['is not a heading in bold', '**Usage Notes:**\n- Lists projects.', 'Lists projects.'],
    ['is not a heading with a picture', '🎯 Purpose\n  1. Lists projects. Quickly.', 'Lists projects.'],
    [
      'is of what the tool is for',
      '🛡️ Guardrails:\n  1. Ask before.\n\n🎯 Purpose:\n  1. Creates projects.',
      'Creates projects.',
    ],
    ['may end with a colon', 'Reads what a project has:\n- files', 'Reads what a project has:'],
    ['is a heading where nothing else is said', '# Projects', '# Projects'],
    [
      'is followed by those that warn',
      'Decides a refund. It is sent by mail. A decision is carried out at once, also a second one.\nThanks for reading.',
      'Decides a refund. A decision is carried out at once, also a second one.',
    ],
    [
      'is followed by limits, units and what has to be called before',
      'Pays. Amounts are in cents. At most 100 a day. Use getQuote first.\n\nArgs:\n  amount: required, in cents.',
      'Pays. Amounts are in cents. At most 100 a day. Use getQuote first.',
    ],
    [
      'is not followed by what has no room',
      `Pays. ${'This is irreversible, as long as it goes on. '.repeat(5)}`,
      `Pays. ${'This is irreversible, as long as it goes on. '.repeat(4)}`.trim(),
    ],
  ] as const) {
    it(what, () => {
      assert.equal(summaryOf(description), expected);
    });
  }
});

describe('the title of a tool', () => {
  for (const [what, title, description, expected] of [
    ['stands where it says more than the name', 'City gazetteer', 'Finds places.', 'City gazetteer.'],
    ['ends as it does', 'Which city?', 'Finds places.', 'Which city?'],
    ['is left out where it is the name', 'Get the Cities', 'Finds places.', ''],
    ['is left out where the description says it', 'Place finder', 'A finder of places.', ''],
    ['is left out where it is the description', 'City gazetteer', '', ''],
    ['is left out where there is none', undefined, 'Finds places.', ''],
    ['cannot end its comment', 'Gazetteer */ evil', 'Finds places.', 'Gazetteer *\\/ evil.'],
  ] as const) {
    it(what, () => {
      assert.equal(
        tellingTitle({ name: 'get_city', description, ...(title !== undefined && { title }) }),
        expected,
      );
    });
  }

  it('stands in the declarations and in what a model is told', async () => {
    const declarations = new Declarations({ compiler: hostCompiler });
    const shape = toolShape({ title: 'City gazetteer', description: 'Finds places.' });
    assert.match((await declarations.tool(shape)).text, /^\/\*\* City gazetteer\. Finds places\. @effect/);
    assert.match(
      await declarations.api([serverShape([shape])]),
      /\/\*\* City gazetteer\. Finds places\. @effect/,
    );
  });
});
