// The public names of this room. Other rooms import them from here alone.
export type {
  ListenOutcome,
  NamedClient,
  RedirectListener,
  SignIn,
  SignInAnswer,
  SignInOutcome,
  SignInPage,
} from './auth/signIn.ts';
export { signedInServers, tokenKey, type StoredText, type TokenStore } from './auth/tokenStore.ts';
export type { ToolListStore } from './connection/cachedToolList.ts';
export { defaultTimings } from './connection/connectionTimings.ts';
export {
  defaultDiscovery,
  discoveryPatterns,
  hourMs,
  type DiscoveryRules,
} from './connection/discoveryRules.ts';
export { chooseServers } from './definitions/chooseServers.ts';
export { parseDefinitionFile, problemAt } from './definitions/definitionFile.ts';
export { definitionIdentity } from './definitions/definitionIdentity.ts';
export {
  applicationData,
  defaultProfileFile,
  otherToolsFiles,
  placesInOrder,
  workspaceDefinitionFiles,
  type OtherTool,
} from './definitions/definitionPlaces.ts';
export { fileVariable } from './definitions/fileVariables.ts';
export type { InputDefinition, PickInput, PromptInput } from './definitions/inputDefinition.ts';
export { howToBeAsked, type EditorVariables, type InputAnswer, type Inputs } from './definitions/inputs.ts';
export { launchEnvironment, type Environment } from './definitions/launchEnvironment.ts';
export {
  readDefinitions,
  readText,
  type DefinitionFile,
  type DefinitionPlace,
  type LastRead,
} from './definitions/readDefinitions.ts';
export {
  definitionKind,
  isUnapproved,
  type DefinitionKind,
  type DefinitionProblem,
  type DefinitionTrust,
  type Definitions,
  type FilePosition,
  type ServerDefinition,
  type ShadowedServer,
  type StdioLaunch,
  type UnapprovedDefinition,
} from './definitions/serverDefinition.ts';
export { currentHost, isOnTheWeb, type LaunchHost } from './definitions/serverLaunch.ts';
export { readPolicy, type ServerPolicy } from './definitions/serverPolicy.ts';
export { TrustStore, type TrustedItem } from './definitions/trustStore.ts';
export { substituteVariables, type WorkspaceFolder } from './definitions/variables.ts';
export { chooseModel } from './elicitation/chooseModel.ts';
export {
  choicesProblem,
  contentOf,
  type Choice,
  type ChoicesField,
  type FieldValue,
  type Form,
  type FormField,
  type TypedField,
} from './elicitation/form.ts';
export { Mutex } from './elicitation/mutex.ts';
export type { Page } from './elicitation/page.ts';
export { textOfSampling, type SamplingMessage, type SamplingRequest } from './elicitation/samplingRequest.ts';
export { allowedValuesText, typedValue, type TypedValue } from './elicitation/typedValue.ts';
export {
  noInteraction,
  type Declined,
  type Elicitation,
  type FormAnswer,
  type PageAnswer,
  type QuestionContext,
  type Sampling,
  type SamplingAnswer,
  type UserInteraction,
} from './elicitation/userInteraction.ts';
export { Secrets } from './protocol/secrets.ts';
export type { ServerLogLevel } from './protocol/serverLog.ts';
export type { StartInteraction } from './protocol/startInteraction.ts';
export { McpToolSource } from './source/mcpToolSource.ts';
export { fetchThrough, untimed, type Fetch } from './transport/http/fetchThrough.ts';
export { errorAnswer, maxMessageBytes } from './transport/readMessages.ts';
export { OrphanGuard } from './transport/stdio/orphanGuard.ts';
export { ProcessTransport, startedByUs, type RunningProgram } from './transport/stdio/processTransport.ts';
export { LineSplitter } from './transport/stdio/readLines.ts';
export { createStdioTransport, type ConnectStdio } from './transport/stdio/stdioTransport.ts';
