// The commands that sign in to MCP servers and out of them, each with the server of a row, or with one that the user chooses.
import * as vscode from 'vscode';
import { signedInServers, tokenKey, type TokenStore } from '../../mcp/auth/tokenStore.ts';
import { isOnTheWeb } from '../../mcp/definitions/serverLaunch.ts';
import type { McpToolSource } from '../../mcp/source/mcpToolSource.ts';
import { plainLabel } from '../labelText.ts';

export async function signIn(source: McpToolSource, server?: string): Promise<void> {
  const name = server ?? (await chooseServer(source));
  if (name === undefined) return;
  const outcome = await source.signIn(name, new AbortController().signal);
  if (outcome.ok) void vscode.window.showInformationMessage(plainLabel(`You are signed in to ${name}.`));
  else void vscode.window.showWarningMessage(plainLabel(`${name}: ${outcome.error}`));
}

async function chooseServer(source: McpToolSource): Promise<string | undefined> {
  const [servers, definitions] = await Promise.all([source.servers(), source.definitions()]);
  const onTheWeb = new Set(definitions.filter(isOnTheWeb).map(({ name }) => name));
  const items = servers
    .filter(({ name }) => onTheWeb.has(name))
    .map(({ name, origin, state }) => ({
      label: name,
      description: state === 'needs_sign_in' ? 'needs sign-in' : vscode.workspace.asRelativePath(origin),
    }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage('None of your MCP servers has a URL to sign in to.');
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(items, { title: 'Sign In to MCP Server', placeHolder: 'Which server?' });
  return chosen?.label;
}

/** The next request to the server finds nobody signed in. It works on what the session reads, so that nothing is left there. */
export async function signOut(tokens: TokenStore, name?: string): Promise<void> {
  const signedIn = (await signedInServers(tokens)).filter((server) => name === undefined || server.name === name);
  if (signedIn.length === 0) return void vscode.window.showInformationMessage(`You are not signed in to ${name ?? 'any MCP server'}.`);
  const items = signedIn.map((server) => ({ label: server.name, description: server.url, server }));
  const picked = () => vscode.window.showQuickPick(items, { title: 'Sign Out of MCP Server', placeHolder: 'Which server?' });
  const chosen = (name !== undefined && items.length === 1 ? items[0] : await picked())?.server;
  if (!chosen) return;
  await tokens.delete(tokenKey(chosen));
  void vscode.window.showInformationMessage(`You are signed out of ${chosen.name}.`);
}
