// Under a Node that is too old the command says so, instead of printing what that Node could not read.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { built } from '../fakes/testEngine.ts';
import { provisionNode } from './provisionNode.ts';

const file = built('cli/main.js');

describe('the command under an older Node', () => {
  // 12 is the first with dynamic import; there is none for all Macs.
  for (const version of [process.platform === 'darwin' ? '16.20.2' : '12.22.12', '20.20.2']) {
    it(`says which version it needs and how to get it [${version}]`, async function () {
      this.timeout(180_000);
      const node = await provisionNode(version);
      const [code, stdout, stderr] = await new Promise<readonly [number, string, string]>((resolve) => {
        const child = execFile(node, [file, '--version'], (_, out, err) =>
          resolve([child.exitCode ?? -1, out, err]),
        );
      });
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        new RegExp(`^code-mode needs Node\\.js 22\\.13 or newer, and this is ${version} \\(.+\\)\\.\\n`),
      );
      assert.match(stderr, /https:\/\/nodejs\.org.*\n.*npx -p node@24 -- node ".+main\.js"/s);
      assert.ok(stderr.split('\n').length < 6, stderr);
    });
  }

  it('imports nothing before it has looked, and is written as Node 12 reads', () => {
    const { body } = parse(readFileSync(file, 'utf8'), {
      ecmaVersion: 2020,
      sourceType: 'module',
      allowHashBang: true,
    });
    assert.ok(body.every(({ type }) => type !== 'ImportDeclaration'));
    // Syntax and methods that are newer than Node 12.
    assert.doesNotMatch(readFileSync(file, 'utf8'), /\?\?|\?\.[a-z[(]|\.at\(|replaceAll/);
  });
});
