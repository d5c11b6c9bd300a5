import assert from 'node:assert/strict';
import { firstSentence } from '../../../src/declarations/docText.ts';

describe('the first sentence of a description', () => {
  for (const [what, description, expected] of [
    ['ends before the next one', 'Lists projects. Then more.', 'Lists projects.'],
    ['is the first line where that ends without a stop', 'List projects\n\nArgs:\n  name: which', 'List projects'],
    ['is not a tag', '\n<Purpose>\nLists projects.\n</Purpose>', 'Lists projects.'],
    ['is not a heading in Markdown', '## Purpose\n\nLists projects.', 'Lists projects.'],
    ['is not a heading in bold', '**Usage Notes:**\n- Lists projects.', 'Lists projects.'],
    ['is not a heading with a picture', '🎯 Purpose\n  1. Lists projects. Quickly.', 'Lists projects.'],
    ['is of what the tool is for', '🛡️ Guardrails:\n  1. Ask before.\n\n🎯 Purpose:\n  1. Creates projects.', 'Creates projects.'],
    ['may end with a colon', 'Reads what a project has:\n- files', 'Reads what a project has:'],
    ['is a heading where nothing else is said', '# Projects', '# Projects'],
  ] as const) {
    it(what, () => {
      assert.equal(firstSentence(description), expected);
    });
  }
});
