// The models of other vendors that `codeMode.provider.models` names, as VS Code knows them now.
import * as vscode from 'vscode';
import { nameMatcher } from '../../base/globs/nameMatcher.ts';
import type { ModelRules } from '../../routing/modelRules.ts';
import { modelRules, providerModels } from '../settings.ts';
import { vendor } from './vendor.ts';

/** VS Code does not say what the model behind may answer; it is the model's own limit that counts. */
const maxOutputTokens = 16_000;

/** Of an id of ours. */
const inStages = 'staged:';

/** With scripts, and in stages: a model that both settings name is offered twice. */
export async function offeredModels(): Promise<vscode.LanguageModelChatInformation[]> {
  const named = providerModels('models').flatMap(readName);
  const staged = providerModels('stagedModels').flatMap(readName);
  const vendors = [...new Set([...named, ...staged].map((name) => name.vendor))];
  const lists = await Promise.all(vendors.map((of) => vscode.lm.selectChatModels({ vendor: of })));
  const models = lists.flat().filter((model) => model.vendor !== vendor);
  const ofNames = (names: readonly ModelName[]) =>
    models.filter((model) => names.some(({ vendor: of, matches }) => of === model.vendor && matches(model.id)));
  return [...ofNames(named).map(offered), ...ofNames(staged).map(offeredInStages)];
}

/** Whether it is one of ours that answers in stages. */
export function answersInStages({ id }: Pick<vscode.LanguageModelChatInformation, 'id'>): boolean {
  return id.startsWith(inStages);
}

/** The model that one of ours stands for; undefined where it is not there any more. */
export async function modelBehind({
  id: ours,
}: Pick<vscode.LanguageModelChatInformation, 'id'>): Promise<vscode.LanguageModelChat | undefined> {
  const name = ours.startsWith(inStages) ? ours.slice(inStages.length) : ours;
  const at = name.indexOf('/');
  const [of, id] = [name.slice(0, at), name.slice(at + 1)];
  const models = await vscode.lm.selectChatModels({ vendor: of, id });
  return models.find((model) => model.id === id);
}

/** `codeMode.models` for a model, by any of its names; for one of ours, by those of the one behind. */
export async function rulesOf(model: vscode.LanguageModelChat): Promise<ModelRules | undefined> {
  const meant = (model.vendor === vendor ? await modelBehind(model) : undefined) ?? model;
  return modelRules(modelName(meant), meant.id, meant.family, meant.name);
}

/** The name of a model in the setting, and its id as one of ours. */
export function modelName({ vendor: of, id }: Pick<vscode.LanguageModelChat, 'vendor' | 'id'>): string {
  return `${of}/${id}`;
}

function offered(model: vscode.LanguageModelChat): vscode.LanguageModelChatInformation {
  const { name, family, version, maxInputTokens } = model;
  return {
    id: modelName(model),
    name: `Code Mode · ${name}`,
    family,
    version,
    detail: model.vendor,
    tooltip: `${name} writes scripts over the tools of each request, in place of calling them one by one.`,
    maxInputTokens,
    maxOutputTokens,
    // Whether it takes pictures VS Code does not say either: the model behind refuses them where it does not.
    capabilities: { toolCalling: true, imageInput: true },
  };
}

function offeredInStages(model: vscode.LanguageModelChat): vscode.LanguageModelChatInformation {
  const { id, name, ...others } = offered(model);
  return {
    ...others,
    id: `${inStages}${id}`,
    name: `${name} (stages)`,
    tooltip: `${model.name} chooses tools, writes a script over them and says what came of it, each in a request of its own: for models that call tools badly or not at all.`,
  };
}

interface ModelName {
  readonly vendor: string;
  readonly matches: (id: string) => boolean;
}

/** `vendor/glob`: a vendor is asked by its name. */
function readName(name: string): readonly ModelName[] {
  const at = name.indexOf('/');
  if (at < 1) return [];
  try {
    return [{ vendor: name.slice(0, at), matches: nameMatcher(name.slice(at + 1)) }];
  } catch {
    return [];
  }
}
