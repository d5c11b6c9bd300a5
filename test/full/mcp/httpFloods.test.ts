// Answers and questions of servers over Streamable HTTP that are far larger, or far more, than usual.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { failure, textOf } from '../../mcp/outcomes.ts';
import {
  event,
  openStream,
  pings,
  scriptedMcp,
  textResult,
  type McpScript,
  type ScriptedCall,
} from '../../mcp/scriptedMcp.ts';
import { WebBed } from '../../mcp/webBed.ts';

describe('a flood over HTTP from a server', () => {
  const bed = new WebBed();
  afterEach(() => bed.close());

  /**
   * The tool is `x`; other calls are answered with the session's name, and in the end tell that it is still the
   * first.
   */
  const outcomeOf = async (faulty: (call: ScriptedCall) => void, answered?: McpScript['answered']) => {
    const workspace = await bed.serve(
      scriptedMcp({
        call: (call) =>
          call.tool === 'x'
            ? faulty(call)
            : openStream(call.response).end(
                event({ message: { id: call.id, result: textResult(String(call.session)) } }),
              ),
        ...(answered && { answered }),
      }),
    );
    const outcome = await workspace.call('web', 'x');
    assert.equal(textOf(await workspace.call('web', 'other')), 'session-1');
    return outcome;
  };
  const mine = (id: number, value: string) => event({ message: { id, result: textResult(value) } });

  const bytes = 50 * 1024 * 1024;
  for (const [how, type] of [
    ['one event', 'text/event-stream'],
    ['one JSON body', 'application/json'],
  ] as const) {
    it(`that answers with 50 MB in ${how} is read`, async () => {
      const outcome = await outcomeOf(({ id, response }) => {
        const message = { id, result: textResult('x'.repeat(bytes)) };
        response.writeHead(200, { 'content-type': type });
        response.end(
          type === 'application/json' ? JSON.stringify({ jsonrpc: '2.0', ...message }) : event({ message }),
        );
      });
      assert.equal(textOf(outcome).length, bytes);
    });
  }

  it('that asks without end and takes no answer settles the call, gets few answers at once, and a new session', async () => {
    const untaken: ServerResponse[] = [];
    const workspace = await bed.serve(
      scriptedMcp({
        call: (call) => {
          if (call.tool === 'x') openStream(call.response).write(pings(11_000));
          else openStream(call.response).end(mine(call.id, String(call.session)));
        },
        answered: (response) => untaken.push(response),
      }),
    );
    assert.match(
      failure(await workspace.call('web', 'x')).message,
      /^Server "web" is gone: .*not read answers/,
    );
    assert.ok(untaken.length < 20, `${untaken.length} at once`);
    assert.equal(textOf(await workspace.call('web', 'other')), 'session-2');
  });

  it('that asks 500 times at once and takes the answers gets them all', async () => {
    let call: ScriptedCall | undefined;
    let answers = 0;
    const outcome = await outcomeOf(
      (asked) => {
        call = asked;
        openStream(asked.response).write(pings(500));
      },
      (response) => {
        response.writeHead(202).end();
        answers += 1;
        if (answers === 500) call?.response.end(mine(call.id, 'enough'));
      },
    );
    assert.equal(textOf(outcome), 'enough');
  });
});
