import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { textOf } from './outcomes.ts';
import type { ScriptedHttpServer } from './scriptedHttpServer.ts';
import { scriptedMcp } from './scriptedMcp.ts';
import { WebBed } from './webBed.ts';

describe('a redirect', () => {
  const bed = new WebBed();

  const redirect =
    (status: number, location: () => string): RequestListener =>
    (request, response) => {
      request.resume();
      response.writeHead(status, { location: location() }).end();
    };
  const headers = { Authorization: 'Bearer secret-token', 'X-Api-Key': 'secret-key' };

  it('within the origin is followed with every header', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const mcp = scriptedMcp();
    const workspace = await bed.serve(
      (request, response) => {
        if (request.url === '/mcp') {
          redirect(307, () => '/elsewhere')(request, response);
          return;
        }
        seen.push(request.headers);
        mcp(request, response);
      },
      { headers },
    );
    assert.equal(textOf(await workspace.call('web', 'x')), 'session-1');
    assert.ok(
      seen.every((got) => got.authorization === 'Bearer secret-token' && got['x-api-key'] === 'secret-key'),
    );
  });

  it('to another origin is followed without what was meant for the first', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const mcp = scriptedMcp();
    const other = await bed.server((request, response) => {
      seen.push(request.headers);
      mcp(request, response);
    });
    const first = await bed.server(redirect(308, () => other.url));
    const workspace = await bed.workspace({ url: first.url, headers });
    await workspace.call('web', 'x');
    assert.ok(seen.length >= 3);
    for (const got of seen) {
      assert.deepEqual(
        [got.authorization, got['x-api-key'], got['mcp-session-id']],
        [undefined, undefined, undefined],
      );
    }
    assert.equal(seen[0]?.['content-type'], 'application/json');
  });

  for (const [count, outcome] of [
    [5, 'session-1'],
    [6, 'server_unavailable'],
  ] as const) {
    it(`that is the ${count}th in a row ends as ${outcome}`, async () => {
      const mcp = scriptedMcp();
      const workspace = await bed.serve((request, response) => {
        const hop = Number(new URLSearchParams(request.url?.split('?')[1]).get('hop'));
        if (hop < count) {
          redirect(307, () => `/mcp?hop=${hop + 1}`)(request, response);
          return;
        }
        mcp(request, response);
      });
      assert.equal(textOf(await workspace.call('web', 'x')), outcome);
    });
  }

  const errorOf = async (status: number, location: string) => {
    const { url }: ScriptedHttpServer = await bed.server(redirect(status, () => location));
    return (await bed.workspace({ url })).listError('web');
  };

  it('that would make a GET of a message is not followed, and says where to', async () => {
    assert.match(
      await errorOf(302, '/moved?key=secret'),
      /HTTP 302 at .*: Redirect to http:\/\/127\.0\.0\.1:\d+\/moved not followed\. Check "url"/,
    );
  });

  it('to a file is not followed', async () => {
    assert.match(await errorOf(307, 'file:///etc/passwd'), /Redirect to file:\/\/\/etc\/passwd not followed/);
  });

  it('that names a user is not followed', async () => {
    assert.match(
      await errorOf(307, 'http://user:word@127.0.0.1:9/'),
      /Redirect to http:\/\/127\.0\.0\.1:9\/ not followed/,
    );
  });
});
