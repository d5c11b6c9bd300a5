import assert from 'node:assert/strict';
import { saysFailure } from '../../../../src/vscode/provider/toolFailure.ts';

describe('the answer of a tool of the chat', () => {
  const failures = [
    'ERROR while calling tool: Invalid input path: a.ts\n Please check your input and try again.',
    "ERROR: Your input to the tool was invalid (must have required property 'query')",
    'ERROR: The tool "note_add" does not exist',
    'Error: closed',
    'The user chose to skip the tool call, they want to proceed without running it',
    'The user cancelled the tool call.',
    'Tool call was cancelled',
  ];
  for (const text of failures) it(`is a failure: ${text.slice(0, 40)}`, () => assert.ok(saysFailure(text)));

  const answers = [
    'ERROR 2026-01-02 10:00:00 disk full',
    'ERROR: disk full',
    'ERROR_CODES = {}',
    'No Error: fine',
    '# ERROR while calling tool: what to do',
  ];
  for (const text of answers) it(`is none: ${text.slice(0, 40)}`, () => assert.ok(!saysFailure(text)));
});
