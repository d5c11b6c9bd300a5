// Lists the models of other vendors that `codeMode.provider.models` and `.stagedModels` name, as VS Code knows them
// now.
import * as vscode from 'vscode';
import { nameMatcher } from '../../base/globs/nameMatcher.ts';
import type { ModelRules } from '../../catalog/index.ts';
import { modelRules, providerModels } from '../settings.ts';
import { vendor } from './vendor.ts';

/** Maximum output in tokens that Code Mode reports. The underlying model's limit applies; VS Code does not tell it. */
const maxOutputTokens = 16_000;

/** Prefix of the id of a model that answers in stages. */
const inStages = 'staged:';

/** Returns the models that answer with scripts, then those that answer in stages. A model may be among both. */
export async function offeredModels(): Promise<vscode.LanguageModelChatInformation[]> {
  const named = providerModels('models').flatMap(readName);
  const staged = providerModels('stagedModels').flatMap(readName);
  const vendors = [...new Set([...named, ...staged].map((name) => name.vendor))];
  const lists = await Promise.all(vendors.map((of) => vscode.lm.selectChatModels({ vendor: of })));
  const models = lists.flat().filter((model) => model.vendor !== vendor);
  const ofNames = (names: readonly ModelName[]) =>
    models.filter((model) =>
      names.some(({ vendor: of, matches }) => of === model.vendor && matches(model.id)),
    );
  return [...ofNames(named).map(offered), ...ofNames(staged).map(offeredInStages)];
}

/** True for the id of a Code Mode model that answers in stages. */
export function answersInStages(id: string): boolean {
  return id.startsWith(inStages);
}

/** Returns the model that the Code Mode model with this id stands for; undefined if VS Code no longer has it. */
export async function modelBehind(ours: string): Promise<vscode.LanguageModelChat | undefined> {
  const name = ours.startsWith(inStages) ? ours.slice(inStages.length) : ours;
  const at = name.indexOf('/');
  const [of, id] = [name.slice(0, at), name.slice(at + 1)];
  const models = await vscode.lm.selectChatModels({ vendor: of, id });
  return models.find((model) => model.id === id);
}

/** Returns the rules in `codeMode.models` for any name of the model; of the underlying one for a Code Mode model. */
export async function rulesOf(model: vscode.LanguageModelChat): Promise<ModelRules | undefined> {
  const meant = (model.vendor === vendor ? await modelBehind(model.id) : undefined) ?? model;
  return modelRules(modelName(meant), meant.id, meant.family, meant.name);
}

/** Returns `vendor/id`, which is the name of the model in the setting and the id of the Code Mode model. */
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
    tooltip: vscode.l10n.t(
      '{0} writes scripts over the tools of each request, in place of calling them one by one.',
      name,
    ),
    maxInputTokens,
    maxOutputTokens,
    // VS Code does not tell whether the underlying model accepts pictures; a model without that ability refuses them
    // itself.
    capabilities: { toolCalling: true, imageInput: true },
  };
}

function offeredInStages(model: vscode.LanguageModelChat): vscode.LanguageModelChatInformation {
  const { id, name, ...others } = offered(model);
  return {
    ...others,
    id: `${inStages}${id}`,
    name: vscode.l10n.t('{0} (stages)', name),
    tooltip: vscode.l10n.t(
      '{0} chooses tools, writes a script over them and says what came of it, each in a request of its own: for models that call tools badly or not at all.',
      model.name,
    ),
  };
}

interface ModelName {
  readonly vendor: string;
  readonly matches: (id: string) => boolean;
}

/** Splits `vendor/glob`. The vendor is a literal name, because VS Code selects models by vendor. */
function readName(name: string): readonly ModelName[] {
  const at = name.indexOf('/');
  if (at < 1) return [];
  try {
    return [{ vendor: name.slice(0, at), matches: nameMatcher(name.slice(at + 1)) }];
  } catch {
    return [];
  }
}
