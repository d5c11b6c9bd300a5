// Tests executeCode and findTools over the real servers of the workspace's `.vscode/mcp.json`. The assertions check
// facts that a model uses (names, values, line numbers), not the prose around them. Scripts that are ended early:
// test/full/editor/host/executeCode.test.ts.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { executeCode, invokeTool, workspaceFolder } from './invoke.ts';

const data = () => JSON.stringify(vscode.Uri.joinPath(workspaceFolder(), 'data').path);

describe('executeCode', () => {
  it('runs a script over two real servers with its arguments, and gives its value and what it wrote to the console', async () => {
    const text = await executeCode(
      `
      console.log("line " + (40 + 2) + " of the log");
      const [sum, listing] = await Promise.all([
        tools.everything.getSum({ a: 40, b: 2 }),
        tools.filesystem.listDirectory({ path: ${data()} }),
      ]);
      const files = listing.content.split("\\n").filter((line) => line.endsWith(".txt")).length;
      return { sum, files, city: codemode.args.city };`,
      { args: { city: 'Lisbon' } },
    );
    assert.match(text, /The sum of 40 and 2 is 42/);
    assert.match(text, /"files":\s*2/);
    assert.match(text, /Lisbon/);
    assert.match(text, /line 42 of the log/);
  });

  it('names what is wrong with a script: the nearest tool, the argument, the line of its syntax, the line that threw', async () => {
    const unknown = await executeCode('return await tools.everything.getSums({ a: 1, b: 2 });');
    assert.match(unknown, /getSums/);
    assert.match(unknown, /tools\.everything\.getSum\b/);
    const argument = await executeCode('return await tools.everything.getSum({ a: "one", b: 2 });');
    assert.match(argument, /\ba\b.*number|number.*\ba\b/s);
    assert.match(await executeCode('const first = 1;\nreturn first +* 2;'), /\b2:\d+/);
    const thrown = await executeCode('const first = 1;\nthrow new Error("the reason " + first);');
    assert.match(thrown, /the reason 1/);
    assert.match(thrown, /\b2:\d+/);
  });

  it('tells in a line why a tool is excluded, and why a server is not there', async () => {
    const excluded = await executeCode('return await tools.everything.getEnv({});');
    assert.match(excluded, /excluded/i);
    assert.match(excluded, /everything\.get-env/);
    const absent = await executeCode('return await tools.broken.anything({});');
    assert.match(absent, /broken/);
    assert.match(absent, /no-such-command/);
  });
});

describe('findTools', () => {
  it('gives callable paths with signatures, lists the servers when asked for nothing, and finds no excluded tool', async () => {
    const found = await invokeTool('findTools', { query: 'sum of two numbers' });
    assert.match(found, /tools\.everything\.getSum\(/);
    assert.match(found, /a: number/);
    const all = await invokeTool('findTools', {});
    assert.match(all, /everything/);
    assert.match(all, /filesystem/);
    assert.doesNotMatch(
      await invokeTool('findTools', { query: 'environment variables', limit: 50 }),
      /getEnv/,
    );
  });
});
