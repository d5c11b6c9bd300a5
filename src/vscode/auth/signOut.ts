// The command that ends a sign-in to an MCP server. It works on what the session reads, so that nothing is left there.
import * as vscode from 'vscode';
import { signedInServers, tokenKey, type SignedInServer, type TokenStore } from '../../mcp/auth/tokenStore.ts';

/** Of `name`, or of a server that the person chooses. The next request to it finds nobody signed in. */
export async function signOut(tokens: TokenStore, name?: string): Promise<void> {
  const signedIn = (await signedInServers(tokens)).filter((server) => name === undefined || server.name === name);
  if (signedIn.length === 0) return void vscode.window.showInformationMessage(`You are not signed in to ${name ?? 'any MCP server'}.`);
  const chosen = name !== undefined && signedIn.length === 1 ? signedIn[0] : await choose(signedIn);
  if (chosen) await forget(tokens, chosen);
}

async function choose(signedIn: readonly SignedInServer[]): Promise<SignedInServer | undefined> {
  const items = signedIn.map((server) => ({ label: server.name, description: server.url, server }));
  return (await vscode.window.showQuickPick(items, { title: 'Sign Out of MCP Server', placeHolder: 'Which server?' }))?.server;
}

async function forget(tokens: TokenStore, server: SignedInServer): Promise<void> {
  await tokens.delete(tokenKey(server));
  void vscode.window.showInformationMessage(`You are signed out of ${server.name}.`);
}
