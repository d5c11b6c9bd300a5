import assert from 'node:assert/strict';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { invocationMessageOf } from '../../../../src/vscode/runs/runTexts.ts';

const output = ' · [Output](command:show)';

describe("a script's line in a chat", () => {
  it('names the tools, and is as true when the script has ended', () => {
    const message = invocationMessageOf([catalogTool({ namespace: 'shop', method: 'buy', annotations: { openWorldHint: false } })], 'show');
    assert.equal(message, `Script that calls tools&#46;shop&#46;buy${output}`);
  });

  it('of a script that names none has the link to its output all the same', () => {
    assert.equal(invocationMessageOf([], 'show'), `Code Mode script${output}`);
  });
});
