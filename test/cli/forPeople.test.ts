// Tests that the output of the terminal is worded and coloured for people.
import assert from 'node:assert/strict';
import { config, everything, TestFolder } from './codeMode.ts';

const untyped = ['--type-check', 'off'];

describe('the terminal', () => {
  const folder = TestFolder.forAllTests({ 'mcp.json': { servers: { everything } } });

  const help = async (env: NodeJS.ProcessEnv) => (await folder.codeMode(['help', 'run'], '', env)).stdout;

  it('has colours where FORCE_COLOR asks for them, and none otherwise where it is no terminal', async () => {
    assert.match(await help({ FORCE_COLOR: '1', NO_COLOR: undefined }), /^\u001b\[1mUsage\u001b\[22m$/m);
    assert.match(await help({ FORCE_COLOR: undefined, NO_COLOR: undefined }), /^Usage$/m);
  });

  it('colours errors, and nothing that a script or a server wrote', async () => {
    const script =
      'console.log("Failed (script_error): mine"); throw new Error("Failed (script_error): mine")';
    const { stderr } = await folder.codeMode(['run', '-e', script, ...untyped, ...config], '', {
      FORCE_COLOR: '1',
      NO_COLOR: undefined,
    });
    assert.equal(stderr.split('\u001b[31mFailed').length, 2, stderr);
  });

  it('names the file of the script in a place, and the functions on the way there', async () => {
    const script =
      'function inner(n: number) {\n  throw new Error("a" + n);\n}\nconst outer = () => inner(1);\nouter();\n';
    await folder.write('report.ts', script);
    const { stderr } = await folder.codeMode(['run', 'report.ts', ...untyped, ...config]);
    assert.match(stderr, /^Failed \(script_error\) at report\.ts:2:\d+: Error: a1$/m);
    assert.match(
      stderr,
      /^ {4}at inner \(report\.ts:2:\d+\)\n {4}at outer \(report\.ts:4:\d+\)\n {4}at report\.ts:5:1$/m,
    );
  });

  it('has the same functions in JSON', async () => {
    const script = 'const f = () => { throw new Error("a") }; f()';
    const { stdout } = await folder.codeMode(['run', '--json', '-e', script, ...untyped, ...config]);
    const { error } = JSON.parse(stdout) as { error: { stack: { function: string | null; line: number }[] } };
    assert.deepEqual(
      error.stack.map((frame) => [frame.function, frame.line]),
      [
        ['f', 1],
        [null, 1],
      ],
    );
  });

  it('says nothing to a model', async () => {
    const options = ['--exclude', 'everything.echo', ...config];
    const described = await folder.codeMode(['describe', 'tools.everything.echo', ...options]);
    const script = 'await tools.everything.echo({ message: "a" })';
    const ran = await folder.codeMode(['run', '-e', script, ...untyped, ...options]);
    for (const { stderr } of [described, ran]) {
      assert.match(stderr, /is excluded by "/);
      assert.doesNotMatch(stderr, /the user/i);
    }
  });
});
