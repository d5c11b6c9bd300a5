// The public names of this room. Other rooms import them from here alone.
export { chooseServers } from './chooseServers.ts';
export { parseDefinitionFile, problemAt } from './definitionFile.ts';
export { definitionIdentity } from './definitionIdentity.ts';
export {
  applicationData,
  defaultProfileFile,
  otherToolsFiles,
  placesInOrder,
  workspaceDefinitionFiles,
  type OtherTool,
} from './definitionPlaces.ts';
export { isProtocolVersion, type ToolChoice } from './entryForm.ts';
export type { InputDefinition } from './inputDefinition.ts';
export { launchEnvironment, type Environment } from './launchEnvironment.ts';
export { launchSecrets } from './launchSecrets.ts';
export {
  readDefinitions,
  readText,
  type DefinitionFile,
  type DefinitionPlace,
  type LastRead,
} from './readDefinitions.ts';
export {
  howToBeAsked,
  noEditor,
  resolveInputs,
  type EditorVariables,
  type InputAnswer,
  type Inputs,
  type LaunchPorts,
} from './resolveInputs.ts';
export {
  definitionKind,
  type DefinitionKind,
  type DefinitionProblem,
  type DefinitionTrust,
  type Definitions,
  type HttpLaunch,
  type ServerDefinition,
  type ShadowedServer,
  type StartableLaunch,
  type StdioLaunch,
} from './serverDefinition.ts';
export { currentHost, isOnTheWeb } from './serverLaunch.ts';
export { readPolicy } from './serverPolicy.ts';
export { readSocketUrl } from './socketUrl.ts';
export { TrustStore, type TrustedItem, type WaitingItem } from './trustStore.ts';
export { fileVariable, substituteVariables } from './variables.ts';
