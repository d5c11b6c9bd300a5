// Chooses a language model by a server's preferences (MCP `modelPreferences`). Cost and abilities of the models are
// unknown, so the choice depends on their names.
import type { ModelPreferences } from './samplingRequest.ts';

export interface KnownModel {
  readonly id: string;
  readonly name: string;
  readonly family: string;
}

/** Names that makers give to small models, which are cheap and fast. */
const smallName = /\b(mini|nano|micro|lite|small|tiny|fast|flash|haiku|instant)\b/i;

/**
 * Returns the first model that matches the first matching hint. Without a match, returns the first small model if cost
 * or speed matter more than intelligence, the first other model if intelligence matters more, and otherwise the first
 * model.
 */
export function chooseModel<Model extends KnownModel>(
  models: readonly Model[],
  preferences: ModelPreferences,
): Model | undefined {
  for (const hint of preferences.hints) {
    const hinted = models.find((model) =>
      namesOf(model).some((name) => name.toLowerCase().includes(hint.toLowerCase())),
    );
    if (hinted) return hinted;
  }
  const { cost, speed, intelligence } = preferences;
  const [first] = models;
  const wantsSmall = Math.max(cost, speed) - intelligence;
  if (wantsSmall === 0) return first;
  return (
    models.find((model) => namesOf(model).some((name) => smallName.test(name)) === wantsSmall > 0) ?? first
  );
}

function namesOf({ id, name, family }: KnownModel): readonly string[] {
  return [id, name, family];
}
