import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/catalog/json.ts';
import { readInitialize, UnknownVersion } from '../../../../src/mcp/session/readInitialize.ts';

const protocolVersion = '2025-11-25';
const serverInfo = { name: 'x', version: '1' };

describe('readInitialize', () => {
  it('keeps what is used', () => {
    const answer = { protocolVersion, capabilities: { tools: { listChanged: true }, logging: {} }, serverInfo, instructions: 'Ask twice.' };
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
    const told = (call: JsonObject | null) => ({ protocolVersion, capabilities: { tasks: { list: {}, requests: { tools: { call } } } } });
    assert.deepEqual(readInitialize(told({}))['capabilities'], { tasks: { requests: { tools: { call: {} } } } });
    assert.deepEqual(readInitialize(told(null))['capabilities'], {});
  });

  it('takes older versions', () => {
    assert.equal(readInitialize({ protocolVersion: '2024-11-05' })['protocolVersion'], '2024-11-05');
  });

  it('refuses a version that is not known, and shows it in one bounded line', () => {
    const version = `2031\n${'x'.repeat(100)}`;
    assert.throws(
      () => readInitialize({ protocolVersion: version }),
      (error) => error instanceof UnknownVersion && /^it speaks version "2031 x{35}…" of MCP/.test(error.message),
    );
  });

  it('does not make an answer of what is none', () => {
    assert.equal('protocolVersion' in readInitialize({}), false);
  });
});
