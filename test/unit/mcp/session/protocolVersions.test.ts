import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { nextVersion, readInitialize, UnknownVersion } from '../../../../src/mcp/session/protocolVersions.ts';

const protocolVersion = '2025-11-25';
const serverInfo = { name: 'x', version: '1' };

describe('readInitialize', () => {
  it('keeps what is used', () => {
    const answer = {
      protocolVersion,
      capabilities: { tools: { listChanged: true }, logging: {} },
      serverInfo,
      instructions: 'Ask twice.',
    };
    assert.deepEqual(readInitialize(answer), answer);
  });

  it('leaves out what is not used or has another form', () => {
    const capabilities = {
      resources: { subscribe: true, listChanged: null, more: {} },
      prompts: null,
      logging: true,
      other: {},
      tools: false,
    };
    assert.deepEqual(readInitialize({ protocolVersion, capabilities, serverInfo: null, instructions: 7 }), {
      protocolVersion,
      capabilities: { resources: { subscribe: true }, logging: {} },
      serverInfo: { name: '', version: '' },
    });
  });

  it('keeps that tools are carried out as tasks', () => {
    const told = (call: JsonObject | null) => ({
      protocolVersion,
      capabilities: { tasks: { list: {}, requests: { tools: { call } } } },
    });
    assert.deepEqual(readInitialize(told({}))['capabilities'], {
      tasks: { requests: { tools: { call: {} } } },
    });
    assert.deepEqual(readInitialize(told(null))['capabilities'], {});
  });

  it('takes older versions', () => {
    assert.equal(readInitialize({ protocolVersion: '2024-11-05' })['protocolVersion'], '2024-11-05');
  });

  it('refuses a version that is not known, and shows it in one bounded line', () => {
    const version = `2031\n${'x'.repeat(100)}`;
    assert.throws(
      () => readInitialize({ protocolVersion: version }),
      (error) =>
        error instanceof UnknownVersion && /^it speaks version "2031 x{35}…" of MCP/.test(error.message),
    );
  });

  it('does not make an answer of what is none', () => {
    assert.equal('protocolVersion' in readInitialize({}), false);
  });
});

describe('nextVersion', () => {
  const next = (message: string, data?: unknown, code = -32_602) =>
    nextVersion(new ProtocolError(code, message, data), protocolVersion);
  const refused = 'Unsupported protocol version';

  it('is the latest that both know, wherever the server names its versions', () => {
    assert.equal(
      next(refused, { supported: ['2024-11-05', '2025-06-18'], requested: protocolVersion }),
      '2025-06-18',
    );
    assert.equal(next(refused, { supported: ['2024-11-05'] }, -32_022), '2024-11-05');
    assert.equal(
      next(refused, { supported: ['2026-07-28'], requested: protocolVersion }, -32_022),
      '2026-07-28',
    );
    assert.equal(next(refused, 'supported: 2025-03-26'), '2025-03-26');
    assert.equal(
      next(`Protocol version ${protocolVersion} is not supported (supported versions: 2025-06-18)`),
      '2025-06-18',
    );
  });

  it('is none where the server refuses for another reason, or names no version', () => {
    assert.equal(next('The key of 2025-06-18 has expired', { supported: ['2025-06-18'] }), undefined);
    assert.equal(next(refused), undefined);
    assert.equal(next(refused, { requested: protocolVersion }), undefined);
  });

  it('is refused with both lists where there is none', () => {
    assert.throws(
      () => next(refused, { supported: ['2031-01-01', '2032-01-01'] }),
      new UnknownVersion(
        'it speaks MCP 2031-01-01, 2032-01-01, Code Mode 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07. ' +
          'Update either.',
      ),
    );
  });

  const unanswered = (cause?: Error) =>
    new SdkError(SdkErrorCode.EraNegotiationFailed, 'no answer', undefined, cause && { cause });

  it('is the latest with `initialize` where the server cannot be asked for its versions', () => {
    assert.equal(nextVersion(unanswered(), undefined), '2025-11-25');
    assert.equal(nextVersion(unanswered(new SyntaxError('not JSON')), undefined), '2025-11-25');
    assert.equal(nextVersion(unanswered(), '2026-07-28'), '2025-11-25');
  });

  it('is none where the server cannot be reached', () => {
    assert.equal(nextVersion(unanswered(new TypeError('fetch failed')), undefined), undefined);
  });
});
