import assert from 'node:assert/strict';
import { failureKind } from '../../../../src/base/text/failureKind.ts';
import { growth } from '../../../fakes/growth.ts';

describe('what the words of a failure say', () => {
  const said: readonly (readonly [text: string, kind: ReturnType<typeof failureKind>])[] = [
    ['MCP error -32602: Invalid arguments for tool add', 'input'],
    ['1 validation error for addArguments\nb\n  Field required [type=missing]', 'input'],
    ['json: cannot unmarshal string into Go struct field', 'input'],
    ["data must have required property 'permission'", 'input'],
    ["Additional properties are not allowed ('limit' was unexpected)", 'input'],
    ['Extra inputs are not permitted', 'input'],
    ['Invalid JSON: quotation mark expected', 'input'],
    ['Access denied - path outside allowed directories: /etc/passwd', 'access'],
    ["EACCES: permission denied, open '/x'", 'access'],
    ['401 Bad credentials', 'access'],
    ["ENOENT: no such file or directory, open 'a.txt'", 'missing'],
    ['Reservation not found', 'missing'],
    ['Command failed with exit code 127\n/bin/sh: 1: rg: not found', 'program'],
    ['spawn pdftotext ENOENT', 'program'],
    ['bash: line 1: rg: command not found', 'program'],
    ['Command not found in the palette', 'missing'],
    ['Local file not in allowed list: /etc/passwd', 'access'],
    ['getaddrinfo ENOTFOUND api.example.test', 'unreachable'],
    ['MCP error -32603: fetch failed', 'unreachable'],
    ['You exceeded your current quota', 'busy'],
    ['An unknown error occurred', undefined],
    ['the disk is full', undefined],
    ['', undefined],
  ];
  for (const [text, kind] of said)
    it(`of ${JSON.stringify(text)} is ${String(kind)}`, () => assert.equal(failureKind(text), kind));

  it('takes no longer for a long text', async () => {
    const reading = (times: number) => {
      const texts = ['Error: ', 'must ', 'time', 'TypeError: '].map((text) => text.repeat(times));
      return () => texts.map(failureKind);
    };
    assert.ok((await growth(reading, 10_000, 100)) < 20);
  });
});
