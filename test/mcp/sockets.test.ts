import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { textOf } from './outcomes.ts';
import { scriptedMcp } from './scriptedMcp.ts';
import { WebBed } from './webBed.ts';
import { freshFolder } from '../fakes/temporaryFolder.ts';

describe('a server on a socket', () => {
  const bed = new WebBed();
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });
  const folder = freshFolder('code-mode-socket-');

  /** Returns the address in the form of a configuration, and the requests that arrived. */
  const listen = async (listener: RequestListener) => {
    const isWindows = process.platform === 'win32';
    const socket = isWindows
      ? `\\\\.\\pipe\\${folder.path.replaceAll(/\W/g, '-')}`
      : join(folder.path, 'a server.sock');
    const asked: { path: string | undefined; host: string | undefined }[] = [];
    server = createServer((request, response) => {
      asked.push({ path: request.url, host: request.headers.host });
      listener(request, response);
    });
    server.listen(socket);
    await once(server, 'listening');
    const url = isWindows
      ? `pipe:///pipe/${folder.path.replaceAll(/\W/g, '-')}`
      : `unix://${encodeURI(socket)}`;
    return { url, asked };
  };

  it('answers calls, at the path that the fragment names', async () => {
    const { url, asked } = await listen(scriptedMcp());
    const workspace = await bed.workspace({ type: 'http', url: `${url}#/mcp/v1` });
    assert.equal(textOf(await workspace.call('web', 'x')), 'session-1');
    assert.ok(asked.every(({ path, host }) => path === '/mcp/v1' && host === 'localhost'));
  });

  it('is asked at its root when there is no fragment', async () => {
    const { url, asked } = await listen(scriptedMcp());
    const workspace = await bed.workspace({ url });
    await workspace.call('web', 'x');
    assert.ok(asked.every(({ path }) => path === '/'));
  });

  it('that does not exist says so', async () => {
    const url =
      process.platform === 'win32' ? 'pipe:///pipe/code-mode-none' : `unix://${folder.path}/none.sock`;
    const workspace = await bed.workspace({ url: `${url}#/mcp` });
    const origin = join(workspace.folder, '.vscode', 'mcp.json');
    const error = await workspace.listError('web');
    assert.ok(error.startsWith(`it is unreachable at ${url}: no such socket. `), error);
    assert.ok(error.endsWith(` "url" in ${origin}.`), error);
  });
});
