/** The name under which VS Code knows our models: of the manifest. */
export const vendor = 'code-mode';
export const modelsSetting = 'codeMode.provider.models';
export const stagedModelsSetting = 'codeMode.provider.stagedModels';
