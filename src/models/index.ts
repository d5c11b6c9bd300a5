// The public names of this room. Other rooms import them from here alone.
export {
  functionTool,
  partsText,
  readArguments,
  toolCall,
  type AskModel,
  type ChatModelAnswer,
  type ModelToolCall,
} from './askModel.ts';
export { stagesAfterRun } from './staged/stageLog.ts';
export { answerInStages } from './staged/stagedTurn.ts';
export { BudgetedModel, ModelFailure, TurnTokens } from './stateless/budgetedModel.ts';
export { ChatProxy } from './stateless/chatProxy.ts';
export { CodeChat } from './stateless/codeChat.ts';
export { ProxyDoor } from './stateless/proxyDoor.ts';
export { requestToolNames } from './stateless/requestTools.ts';
export { ScriptRecords } from './stateless/scriptRecords.ts';
export { StagedChat } from './stateless/stagedChat.ts';
export { stageLine } from './stateless/toldHistory.ts';
export { TurnFiles } from './stateless/turnFiles.ts';
export { TurnRunner, type CodeRequest } from './stateless/turnRunner.ts';
export { Upstream } from './stateless/upstream.ts';
export { retryText, withRetries } from './stateless/withRetries.ts';
