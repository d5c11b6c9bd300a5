// The turns of a model that answers `@code` in stages, and the requests that get them.
import { call, lastText, type ModelRequest, type ScriptedTurn } from './scriptedModel.ts';

export function choose(...tools: readonly string[]): ScriptedTurn {
  return call('choose_tools', { reasoning: 'one adds, one writes', tools });
}

export function write(code: string): ScriptedTurn {
  return call('run_script', { code });
}

/** True for the requests of stages. Requests for titles and the like have steps of their own. */
export function isStage(request: ModelRequest): boolean {
  return /choose_tools|run_script|script was run for it|^Say hello\./.test(lastText(request));
}
