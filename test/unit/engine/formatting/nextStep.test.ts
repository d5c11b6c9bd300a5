import assert from 'node:assert/strict';
import type { CallFailure, ToolErrorCode } from '../../../../src/base/callFailure.ts';
import type { CallRecord } from '../../../../src/engine/runOutcome.ts';
import { nextStep } from '../../../../src/engine/formatting/nextStep.ts';
import { toolFailure } from '../../../fakes/startedRun.ts';

function failed(code: ToolErrorCode, said = '', more: Partial<CallFailure> = {}): CallFailure {
  const content = code === 'tool_failed' ? [{ type: 'text', text: said } as const] : [];
  return toolFailure({ code, message: `tools.s.t failed: ${said}`, content, ...more });
}

const call = { sequence: 1, server: 's', tool: 't', path: 'tools.s.t', ms: 1 } as const;
const write: CallRecord = { ...call, state: 'finished', writes: true };

describe('the next step after a call that failed', () => {
  const steps: readonly (readonly [what: string, error: CallFailure, step: RegExp])[] = [
    ['a missing argument', failed('tool_failed', 'Missing required parameter: path'), /^Correct the call/],
    [
      'an exception of zod',
      failed('protocol_error', 'MCP error -32603: [ { "code": "invalid_type" } ]'),
      /^Correct the call/,
    ],
    [
      'input that the tool calls wrong',
      failed('protocol_error', 'MCP error -32603: text must not be empty'),
      /^Correct the call/,
    ],
    ['something that is not there', failed('tool_failed', 'ENOENT: no such file'), /^Look up/],
    ['a program that is not there', failed('tool_failed', '/bin/sh: 1: rg: not found'), /lacks a program/],
    [
      'access that the tool denies',
      failed('tool_failed', 'Access denied - path outside allowed directories'),
      /^Stay within/,
    ],
    [
      'a page that is forbidden',
      failed('tool_failed', 'Request failed with status code 403'),
      /^Stay within/,
    ],
    ['a service that is down', failed('tool_failed', 'connect ECONNREFUSED 127.0.0.1:80'), /did not answer/],
    ['too many calls', failed('tool_failed', 'API rate limit exceeded'), /^Make fewer calls/],
    [
      'a fault of the server',
      failed('protocol_error', "MCP error -32603: 'NoneType' object is not iterable"),
      /^The input may be right/,
    ],
    ['words that say nothing', failed('tool_failed', 'Something went wrong'), /^If that is about/],
    [
      'a server that is not there',
      failed('server_unavailable', 'it exited', { retryable: true }),
      /^Go on without this server/,
    ],
    ['a server that died in the call', failed('server_unavailable', 'it exited'), /^Read what it did/],
    ['no answer in time', failed('timeout'), /^Read what it did/],
    ['no', failed('denied'), /unless the user asks/],
    ['an own hint', failed('unknown_tool', '', { hint: 'Did you mean x?' }), /^Did you mean x\?$/],
  ];
  for (const [what, error, step] of steps) {
    it(`is that of ${what}`, () => assert.match(nextStep(error, [{ ...write, state: 'failed' }]), step));
  }

  it('is to correct the call only where the call was wrong', () => {
    const wrong = steps
      .filter(([, error]) => nextStep(error, []).startsWith('Correct the call'))
      .map(([what]) => what);
    assert.deepEqual(wrong, ['a missing argument', 'an exception of zod', 'input that the tool calls wrong']);
  });

  it('is not read from the names of a server and a tool', () => {
    const message = 'The server "network-offline" failed in the call of "check_permission": boom.';
    const error = failed('protocol_error', '', {
      server: 'network-offline',
      tool: 'check_permission',
      message,
    });
    assert.match(nextStep(error, []), /^The input may be right/);
  });

  it('is to call again what only reads', () => {
    assert.match(nextStep(failed('timeout'), [{ ...call, state: 'unknown', writes: false }]), /only reads/);
  });

  it('is no second run of a script that has written', () => {
    const timedOut = failed('timeout', '', { retryable: true });
    assert.match(nextStep(timedOut, []), /rerun the script/);
    assert.match(nextStep(timedOut, [write]), /without the finished writes/);
  });
});
