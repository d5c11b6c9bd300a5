import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { failure, textOf } from './outcomes.ts';
import { freePort } from '../fakes/listen.ts';
import { answerText, scriptedMcp } from './scriptedMcp.ts';
import { WebBed } from './webBed.ts';

describe('a call over HTTP', () => {
  const bed = new WebBed();

  /** `answer` answers the calls of the first session. */
  const outcomeOf = async (answer: (response: ServerResponse) => void) => {
    const workspace = await bed.serve(
      scriptedMcp({
        call: (call) =>
          call.session === 'session-2' ? answerText(call, 'second session') : answer(call.response),
      }),
    );
    return workspace.call('web', 'x');
  };

  it('that finds its session over is made again in a new one', async () => {
    assert.equal(textOf(await outcomeOf((response) => response.writeHead(404).end())), 'second session');
  });

  it('that finds its session over together with others is made again, as they are, in one new session', async () => {
    const sessions = new Set<string | undefined>();
    const workspace = await bed.serve(
      scriptedMcp({
        call: (call) => {
          sessions.add(call.session);
          if (call.session !== 'session-1') answerText(call, 'second session');
          else if (call.tool === 'open') answerText(call, 'first session');
          // One call is refused at once, the others while that call already opens a new session.
          else setTimeout(() => call.response.writeHead(404).end(), call.tool === 'quick' ? 0 : 100);
        },
      }),
    );
    await workspace.call('web', 'open');
    const outcomes = await Promise.all(
      ['quick', 'slow', 'slow', 'slow'].map((tool) => workspace.call('web', tool)),
    );
    assert.deepEqual(outcomes.map(textOf), Array(4).fill('second session'));
    assert.deepEqual([...sessions], ['session-1', 'session-2']);
  });

  it('that is refused with HTTP 400 keeps the session when the server is there', async () => {
    const outcome = await outcomeOf((response) => response.writeHead(400).end('no such tool'));
    const { code, message } = failure(outcome);
    assert.equal(code, 'protocol_error');
    assert.match(message, /HTTP 400: no such tool\./);
  });

  it('that meets an HTTP 500 says so', async () => {
    const outcome = await outcomeOf((response) => response.writeHead(500).end('out of order'));
    assert.match(failure(outcome).message, /HTTP 500: out of order\./);
  });

  it('that needs more scopes than the header of the definition has is told so', async () => {
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' };
    const workspace = await bed.serve(
      scriptedMcp({ call: ({ response }) => response.writeHead(403, challenge).end('it needs write') }),
      { headers: { Authorization: 'Bearer token-of-mine' } },
    );
    const { code, message } = failure(await workspace.call('web', 'x'));
    assert.equal(code, 'protocol_error');
    assert.match(message, /HTTP 403: it needs write\./);
  });

  it('whose connection breaks may have run', async () => {
    const { code, message } = failure(await outcomeOf((response) => response.destroy()));
    assert.equal(code, 'server_unavailable');
    assert.match(message, /The tool may have run/);
  });
});

describe('a URL that is no usable server', () => {
  const bed = new WebBed();

  const errorAt = async (definition: object, startMs = 10_000) => {
    const workspace = await bed.workspace(definition, { startMs });
    const error = await workspace.listError('web');
    assert.ok(!error.includes('\n') && error.endsWith('.'), `one line that ends as a sentence: ${error}`);
    return error.replaceAll(workspace.folder, '/w').replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
  };
  const errorOf = async (listener: RequestListener, more: object = {}, startMs?: number) => {
    const { url } = await bed.server(listener);
    return errorAt({ url: `${url}?key=secret`, ...more }, startMs);
  };

  it('because nobody listens says that the connection was refused', async () => {
    assert.match(
      await errorAt({ url: `http://127.0.0.1:${await freePort()}/mcp` }),
      /^it is unreachable at http:\/\/HOST\/mcp: connection refused\. .*"url" in \/w\/\.vscode\/mcp\.json\.$/,
    );
  });

  it('because it wants authorization says where to put it', async () => {
    assert.equal(
      await errorOf((_, response) => response.writeHead(401).end()),
      'it needs sign-in. Add an "Authorization" header under "headers" in its definition.',
    );
  });

  it('because the path is wrong names the address without its query', async () => {
    assert.equal(
      await errorOf((_, response) => response.writeHead(404).end('no such page')),
      'HTTP 404 at http://HOST/mcp: no such page. Check "url" and "headers" in /w/.vscode/mcp.json.',
    );
  });

  it('because it is a web page says that it does not speak MCP', async () => {
    const page: RequestListener = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    assert.match(
      await errorOf(page),
      /^no MCP at http:\/\/HOST\/mcp: Unexpected content type: text\/html\. Correct "url"/,
    );
  });

  it('because it answers other JSON says that it does not speak MCP', async () => {
    const json: RequestListener = (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":1}');
    assert.match(await errorOf(json), /^no MCP at http:\/\/HOST\/mcp\. Correct "url"/);
  });

  it('because it speaks another version of MCP names both', async () => {
    assert.equal(
      await errorOf(scriptedMcp({ initialize: { protocolVersion: '2031-01-01' } })),
      'it speaks version "2031-01-01" of MCP, Code Mode 2026-07-28 and earlier. Update either.',
    );
  });

  it('because it never answers says how long it was waited for', async () => {
    assert.match(await errorOf(() => undefined, {}, 200), /^"initialize" took over 0\.2 s\./);
  });

  it('gets the headers of its definition', async () => {
    const seen: (string | undefined)[] = [];
    const listener: RequestListener = (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end();
    };
    await errorOf(listener, { headers: { Authorization: 'Bearer ${env:NO_SUCH_VARIABLE}token' } });
    assert.deepEqual(seen, ['Bearer token']);
  });
});
