import assert from 'node:assert/strict';
import type { CallOptions, TracedSession } from '../../src/catalog/toolSource.ts';
import { answerText, scriptedMcp, type ScriptedCall } from './scriptedMcp.ts';
import { WebBed } from './webBed.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('the trace context of a call', () => {
  const bed = new WebBed();

  async function callOf(options: Omit<CallOptions, 'signal'>): Promise<ScriptedCall> {
    const calls: ScriptedCall[] = [];
    const call = (came: ScriptedCall) => {
      calls.push(came);
      answerText(came, 'done');
    };
    const workspace = await bed.serve(scriptedMcp({ call }));
    const outcome = await workspace.source.callTool(
      'web',
      'x',
      {},
      { signal: new AbortController().signal, ...options },
    );
    assert.ok(outcome.ok && calls[0]);
    return calls[0];
  }

  it('reaches its server in the request and in its header, and says over which session', async () => {
    const sessions: TracedSession[] = [];
    const { meta, request } = await callOf({
      trace: { traceparent, sentOver: (session) => void sessions.push(session) },
    });
    assert.deepEqual([meta['traceparent'], request.headers['traceparent']], [traceparent, traceparent]);
    assert.deepEqual(sessions, [{ transport: 'tcp', sessionId: 'session-1', protocolVersion: '2025-11-25' }]);
  });

  it('leaves the token of progress in its place', async () => {
    const { meta } = await callOf({
      trace: { traceparent, sentOver: () => undefined },
      onProgress: () => undefined,
    });
    assert.deepEqual(Object.keys(meta).toSorted(), ['progressToken', 'traceparent']);
  });

  it('is none where none is given', async () => {
    const { meta, request } = await callOf({});
    assert.deepEqual([meta['traceparent'], request.headers['traceparent']], [undefined, undefined]);
  });
});
