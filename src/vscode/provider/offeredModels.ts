// The models of other vendors that `codeMode.provider.models` names, as VS Code knows them now.
import * as vscode from 'vscode';
import { nameMatcher } from '../../globs/nameMatcher.ts';
import { providerModels } from '../settings.ts';
import { vendor } from './vendor.ts';

/** VS Code does not say what the model behind may answer; it is the model's own limit that counts. */
const maxOutputTokens = 16_000;

export async function offeredModels(): Promise<vscode.LanguageModelChatInformation[]> {
  const named = providerModels().flatMap(readName);
  const vendors = [...new Set(named.map((name) => name.vendor))];
  const lists = await Promise.all(vendors.map((of) => vscode.lm.selectChatModels({ vendor: of })));
  return lists
    .flat()
    .filter((model) => model.vendor !== vendor && named.some(({ vendor: of, matches }) => of === model.vendor && matches(model.id)))
    .map(offered);
}

/** The model that one of ours stands for; undefined where it is not there any more. */
export async function modelBehind({
  id: ours,
}: Pick<vscode.LanguageModelChatInformation, 'id'>): Promise<vscode.LanguageModelChat | undefined> {
  const at = ours.indexOf('/');
  const [of, id] = [ours.slice(0, at), ours.slice(at + 1)];
  const models = await vscode.lm.selectChatModels({ vendor: of, id });
  return models.find((model) => model.id === id);
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

/** `vendor/glob`: a vendor is asked by its name. */
function readName(name: string): readonly { readonly vendor: string; readonly matches: (id: string) => boolean }[] {
  const at = name.indexOf('/');
  if (at < 1) return [];
  try {
    return [{ vendor: name.slice(0, at), matches: nameMatcher(name.slice(at + 1)) }];
  } catch {
    return [];
  }
}
