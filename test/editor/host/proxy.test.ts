// A server on the web that only a proxy reaches, by VS Code's own settings.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { ForwardProxy } from '../../fakes/forwardProxy.ts';
import { scriptedMcp } from '../../mcp/scriptedMcp.ts';
import { eventually, executeCode, workspaceFolder } from './invoke.ts';

describe('a server behind a proxy', () => {
  const definitions = () => vscode.Uri.joinPath(workspaceFolder(), '.vscode', 'mcp.json');
  const set = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration('http').update(name, value, vscode.ConfigurationTarget.Global);
  let written: Uint8Array;
  let server: Server;
  let proxy: ForwardProxy;

  before(async () => {
    written = await vscode.workspace.fs.readFile(definitions());
    server = createServer(scriptedMcp({ tools: ['answer'] })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await ForwardProxy.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { servers } = JSON.parse(Buffer.from(written).toString()) as { servers: object };
    const web = { url: 'http://mcp.test/mcp' };
    await vscode.workspace.fs.writeFile(definitions(), Buffer.from(JSON.stringify({ servers: { ...servers, web } })));
    await set('proxy', proxy.url);
  });

  after(async () => {
    await set('proxy', undefined);
    await vscode.workspace.fs.writeFile(definitions(), written);
    await proxy[Symbol.asyncDispose]();
    server.close();
    server.closeAllConnections();
  });

  it('is reached through http.proxy', async () => {
    await eventually(
      () => executeCode('return await tools.web.answer()'),
      (text) => text.includes('session-1'),
    );
    assert.ok(
      proxy.asked.some((asked) => asked.includes('mcp.test')),
      proxy.asked.join('\n'),
    );
  });
});
