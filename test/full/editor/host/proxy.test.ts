// A server on the web that only a proxy reaches, by VS Code's own settings.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ForwardProxy } from '../../../fakes/forwardProxy.ts';
import { ScriptedHttpServer } from '../../../mcp/scriptedHttpServer.ts';
import { scriptedMcp } from '../../../mcp/scriptedMcp.ts';
import { eventually, executeCode, trustAll, workspaceFolder } from '../../../editor/host/invoke.ts';

describe('a server behind a proxy', () => {
  const definitions = () => vscode.Uri.joinPath(workspaceFolder(), '.vscode', 'mcp.json');
  const set = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration('http').update(name, value, vscode.ConfigurationTarget.Global);
  let written: Uint8Array;
  let server: ScriptedHttpServer;
  let proxy: ForwardProxy;

  before(async () => {
    written = await vscode.workspace.fs.readFile(definitions());
    server = await ScriptedHttpServer.start(
      scriptedMcp({
        list: {
          tools: [{ name: 'answer', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
        },
      }),
    );
    proxy = await ForwardProxy.start(server.url);
    const { servers } = JSON.parse(Buffer.from(written).toString()) as { servers: object };
    const web = { url: 'http://mcp.test/mcp' };
    await vscode.workspace.fs.writeFile(
      definitions(),
      Buffer.from(JSON.stringify({ servers: { ...servers, web } })),
    );
    await trustAll();
    await set('proxy', proxy.url);
  });

  after(async () => {
    await set('proxy', undefined);
    await vscode.workspace.fs.writeFile(definitions(), written);
    await proxy[Symbol.asyncDispose]();
    await server.close();
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
