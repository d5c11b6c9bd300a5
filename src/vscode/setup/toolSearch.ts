// Whether VS Code defers tools for a model of this window.
import * as vscode from 'vscode';
import { withTimeout } from '../../catalog/withTimeout.ts';
import { hasToolSearch, searchingVendor } from './hasToolSearch.ts';

/** VS Code asks the vendor, which may have to start first. */
const patienceMs = 5_000;

/** VS Code does not say which of its models a chat uses, so one that searches tools is enough. True where they do not become known in time. */
export async function windowSearchesTools(): Promise<boolean> {
  const models = await withTimeout(Promise.resolve(vscode.lm.selectChatModels({ vendor: searchingVendor })), patienceMs);
  return models === 'late' || models.some(hasToolSearch);
}
