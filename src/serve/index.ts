// The public names of this room. Other rooms import them from here alone.
export { boundedServer } from './boundedServer.ts';
export { ClientOffers } from './clientOffers.ts';
export {
  CodeModeServer,
  type ClientUsage,
  type RequestParts,
  type ScriptCall,
  type SharedOptions,
} from './codeModeServer.ts';
export { ElicitationApprover, codeSpan, effectText, type Ask } from './elicitationApprover.ts';
export { HttpDoor, type ClientSession, type ServedPath } from './httpDoor.ts';
export { Metrics } from './metrics.ts';
export { passedTools } from './passedTools.ts';
export { passthroughName } from './passthroughName.ts';
export { PassthroughTools } from './passthroughTools.ts';
export { isEqual, ownHosts, pageRefusal } from './requestGuard.ts';
export { Rounds } from './rounds.ts';
export { SessionHandles } from './sessionHandles.ts';
export { signatureTokens } from './signatureTokens.ts';
export { isOursAlone, makeSocketFolder, removeStaleSockets, type SocketFolder } from './socketFolder.ts';
export { chatSignatureTokens, executeCodeTool, findToolsTool } from './toolDefinitions.ts';
export { ToolListings } from './toolListings.ts';
export { ToolSignatures, callsIn } from './toolSignatures.ts';
