// Writes VS Code's setting for the agent of new chats. It is written only with the user's consent, and can be restored.
import * as vscode from 'vscode';
import { agentName, defaultAgentSetting, type AgentScope } from '../usage/agent.ts';

type States = Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>;

/** Record of a written setting. `before`: the earlier value, which undoing restores; absent if there was none. */
interface Written {
  readonly before?: string;
}

export class DefaultAgent {
  readonly #states: States;

  constructor(states: States) {
    this.#states = states;
  }

  /** True if this VS Code has the setting. Writing an unknown setting fails. */
  get isKnown(): boolean {
    return inspected()?.defaultValue !== undefined;
  }

  /** The scope whose setting still has the value that Code Mode wrote. The workspace's value takes precedence. */
  get written(): AgentScope | undefined {
    return (['workspace', 'user'] as const).find(
      (scope) => this.#recordOf(scope) !== undefined && valueIn(scope) === agentName,
    );
  }

  async write(scope: AgentScope): Promise<void> {
    const before = valueIn(scope);
    if (before === agentName) return;
    await update(scope, agentName);
    const record: Written = typeof before === 'string' ? { before } : {};
    await this.#stateOf(scope).update(defaultAgentSetting, record);
  }

  /** Restores the earlier value, unless the setting has another value by now: that is the user's own. */
  async undo(scope: AgentScope): Promise<void> {
    const record = this.#recordOf(scope);
    if (record && valueIn(scope) === agentName) await update(scope, record.before);
    await this.#stateOf(scope).update(defaultAgentSetting, undefined);
  }

  #recordOf(scope: AgentScope): Written | undefined {
    const record = this.#stateOf(scope).get<unknown>(defaultAgentSetting);
    if (typeof record !== 'object' || record === null) return undefined;
    const before: unknown = Reflect.get(record, 'before');
    return typeof before === 'string' ? { before } : {};
  }

  #stateOf(scope: AgentScope): vscode.Memento {
    return scope === 'workspace' ? this.#states.workspaceState : this.#states.globalState;
  }
}

function inspected() {
  return vscode.workspace.getConfiguration().inspect<unknown>(defaultAgentSetting);
}

function valueIn(scope: AgentScope): unknown {
  return scope === 'workspace' ? inspected()?.workspaceValue : inspected()?.globalValue;
}

async function update(scope: AgentScope, value: string | undefined): Promise<void> {
  const { Workspace, Global } = vscode.ConfigurationTarget;
  await vscode.workspace
    .getConfiguration()
    .update(defaultAgentSetting, value, scope === 'workspace' ? Workspace : Global);
}
