// The public names of this room. Other rooms import them from here alone.
export { callProblem } from './callProblem.ts';
export { nameProblem, parametrised, scriptFileName } from './parametrised.ts';
export { scriptApproval, type ScriptApproval } from './scriptApproval.ts';
export { createScriptFile, readScriptFolder, type ScriptFolder } from './scriptFiles.ts';
export { defaultScriptFolder, isSameFolder, namedFolders, scriptFolders } from './scriptFolders.ts';
export { isSavedPath, isScratchPath, isScriptFileName, SCRIPTS_SERVER } from './scriptNames.ts';
export { ScriptToolSource, type ScriptTrust } from './scriptToolSource.ts';
