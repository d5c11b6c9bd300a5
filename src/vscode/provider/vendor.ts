/** Vendor name of Code Mode's models, as in the manifest. */
export const vendor = 'code-mode';
export const modelsSetting = 'codeMode.provider.models';
export const stagedModelsSetting = 'codeMode.provider.stagedModels';
