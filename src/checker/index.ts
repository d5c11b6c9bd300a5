// The public names of this room. Other rooms import them from here alone.
export {
  productOfCounts,
  sumOfCounts,
  type CallCount,
  type Checker,
  type Preparation,
  type PreparedScript,
  type ReturnedValue,
  type ScriptFix,
  type ScriptLocations,
  type ScriptProblemCode,
  type SourcePosition,
  type ToolReference,
} from './checkedScript.ts';
export type {
  ArgumentReads,
  ScriptDraft,
  ScriptLiteral,
  SignatureReader,
  SignatureReading,
  SignatureSchema,
} from './scriptSignature.ts';
export { ThreadedChecker } from './threadedChecker.ts';
export { CachedTypeChecker, checkerVersion, type TypeCheckCache } from './types/cachedTypeChecker.ts';
export type { ToolName, TypeChecker, TypeFinding } from './types/typeCheck.ts';
