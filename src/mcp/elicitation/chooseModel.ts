// Maps what a server would like of a model (MCP `modelPreferences`) to the models that there are. Nobody tells what these cost
// or can do: their names have to.
import type { ModelPreferences } from './samplingRequest.ts';

/** What is known of a language model. */
export interface KnownModel {
  readonly id: string;
  readonly name: string;
  readonly family: string;
}

/** What makers call the models that are small: cheap and fast. */
const smallName = /\b(mini|nano|micro|lite|small|tiny|fast|flash|haiku|instant)\b/i;

/** The first model that the first fitting hint names; else the first that is small if cost and speed matter more than intelligence. */
export function chooseModel<Model extends KnownModel>(models: readonly Model[], preferences: ModelPreferences): Model | undefined {
  for (const hint of preferences.hints) {
    const hinted = models.find((model) => namesOf(model).some((name) => name.toLowerCase().includes(hint.toLowerCase())));
    if (hinted) return hinted;
  }
  const { cost, speed, intelligence } = preferences;
  const [first] = models;
  const wantsSmall = Math.max(cost, speed) - intelligence;
  if (wantsSmall === 0) return first;
  return models.find((model) => namesOf(model).some((name) => smallName.test(name)) === wantsSmall > 0) ?? first;
}

function namesOf({ id, name, family }: KnownModel): readonly string[] {
  return [id, name, family];
}
