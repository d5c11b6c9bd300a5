import assert from 'node:assert/strict';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { invocationMessageOf } from '../../../../src/vscode/runs/liveTexts.ts';

const announced = { codeHash: 'c0de', after: 1 };
const trace = `[$(search) Open Trace](command:codeMode.openTrace?${encodeURIComponent(JSON.stringify([announced]))})`;
const links = ` ${trace} [$(output) Show Output](command:codeMode.showRunOutput)`;
const buy = catalogTool({ namespace: 'shop', method: 'buy', annotations: { openWorldHint: false } });

describe("a script's line in a chat", () => {
  it('has its title and the tools, and is as true when the script has ended', () => {
    assert.equal(
      invocationMessageOf([buy], announced, 'Buys a book'),
      `**Buys a book** calls shop&#46;buy${links}`,
    );
  });

  it('of a script without a title names the tools', () => {
    assert.equal(invocationMessageOf([buy], announced, undefined), `Script calls shop&#46;buy${links}`);
  });

  it('of a script that names none has the links all the same', () => {
    assert.equal(invocationMessageOf([], announced, undefined), `Script${links}`);
  });

  it('makes no link or icon of a title that a model wrote', () => {
    assert.doesNotMatch(
      invocationMessageOf([], announced, '[x](command:y) $(trash) <b>').replace(links, ''),
      /\]\(|\$\(|<b>/,
    );
  });
});
