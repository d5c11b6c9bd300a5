// Tests saved scripts as tools of the window: in the folder of the workspace and in folders that a setting names, in
// the current form of their files.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  executeCode,
  eventually,
  fileOf,
  invokeTool,
  setForWorkspace,
  trustAll,
  write,
} from '../../../editor/host/invoke.ts';

const plus = (n: number) => `/**
 * Adds ${n} to the miles of a trip.
 * @param {number} miles How far
 */
return (await tools.everything.getSum({ a: codemode.args.miles, b: ${n} }));`;

describe('a saved script of the window', () => {
  const script = fileOf('.code-mode/scripts/addMiles.ts');
  const shared = fileOf('sharedScripts/half.ts');

  before(async () => {
    await write(script, plus(5));
    await trustAll();
  });
  after(async () => {
    await setForWorkspace('codeMode.scripts.folders', undefined);
    for (const uri of [script, shared]) await vscode.workspace.fs.delete(uri);
  });

  it('is found by its words, called with checked arguments, read anew for each run, and taken from the folders of a setting', async () => {
    assert.match(
      await executeCode('return await tools.scripts.addMiles({ miles: 10 });'),
      /The sum of 10 and 5 is 15/,
    );

    const found = await invokeTool('findTools', { query: 'add miles to a trip' });
    assert.match(found, /tools\.scripts\.addMiles\(input: \{ miles: number \}\)/);
    const other = found.indexOf('tools.everything.getSum(');
    assert.ok(other < 0 || found.indexOf('tools.scripts.addMiles') < other, found);

    assert.match(
      await executeCode('return await tools.scripts.addMiles({ miles: "far" });'),
      /miles.*number|number.*miles/s,
    );

    await write(script, plus(7));
    assert.match(
      await executeCode('return await tools.scripts.addMiles({ miles: 10 });'),
      /has not trusted these saved scripts/,
    );
    await trustAll();
    assert.match(
      await executeCode('return await tools.scripts.addMiles({ miles: 10 });'),
      /The sum of 10 and 7 is 17/,
    );

    await write(shared, '/** @param {number} n */\nreturn codemode.args.n / 2');
    await setForWorkspace('codeMode.scripts.folders', ['sharedScripts']);
    const call = async () => {
      await trustAll();
      return executeCode('return await tools.scripts.half({ n: 84 });');
    };
    assert.match(await eventually(call, (text) => text.includes('42')), /^42/);
  });
});
