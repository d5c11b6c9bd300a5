// The command that ends a sign-in to an MCP server. It works on what the session reads, so that nothing is left there.
import * as vscode from 'vscode';
import { signedInServers, tokenKey, type SignedInServer, type TokenStore } from '../mcp/auth/tokenStore.ts';

/** The next request to the server finds nobody signed in. */
export async function signOut(tokens: TokenStore): Promise<void> {
  const items = (await signedInServers(tokens)).map((server) => ({ label: server.name, description: server.url, server }));
  if (items.length === 0) return void vscode.window.showInformationMessage('You are not signed in to any MCP server.');
  const chosen = await vscode.window.showQuickPick(items, { title: 'Sign Out of MCP Server', placeHolder: 'Which server?' });
  if (chosen) await forget(tokens, chosen.server);
}

async function forget(tokens: TokenStore, server: SignedInServer): Promise<void> {
  await tokens.delete(tokenKey(server));
  void vscode.window.showInformationMessage(`You are signed out of ${server.name}.`);
}
