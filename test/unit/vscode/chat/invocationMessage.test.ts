import assert from 'node:assert/strict';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { invocationMessageOf } from '../../../../src/vscode/runs/liveTexts.ts';

const announced = { codeHash: 'c0de', after: 1 };
const links = ` · [Trace](command:codeMode.openTrace?${encodeURIComponent(JSON.stringify([announced]))}) · [Output](command:codeMode.showRunOutput)`;

describe("a script's line in a chat", () => {
  it('names the tools, and is as true when the script has ended', () => {
    const message = invocationMessageOf(
      [catalogTool({ namespace: 'shop', method: 'buy', annotations: { openWorldHint: false } })],
      announced,
    );
    assert.equal(message, `Script that calls tools&#46;shop&#46;buy${links}`);
  });

  it('of a script that names none has the links all the same', () => {
    assert.equal(invocationMessageOf([], announced), `Code Mode script${links}`);
  });
});
