// The public names of this room. Other rooms import them from here alone.
export {
  otherNamesText,
  pendingText,
  unknownNamesText,
  type OtherName,
  type UnknownName,
} from './apiText.ts';
export { codeVersion } from './codeVersion.ts';
export { ThreadedCompiler } from './compiler/threadedCompiler.ts';
export { DeclarationCache } from './declarationCache.ts';
export { Declarations } from './declarations.ts';
export { exampleCall } from './example/exampleCall.ts';
export { inputDeclaration } from './inputDeclaration.ts';
export { observe, observedOutput, readShape, type ObservedShape } from './observedShape.ts';
export { RecordedOutputs } from './recordedOutputs.ts';
export { closeObjects } from './schema/closeObjects.ts';
export { constraintsOf } from './schema/constraintText.ts';
export {
  COMBINATORS,
  entries,
  has,
  isSchemaObject,
  keyword,
  list,
  resolveLocal,
  typesOf,
  withNumericBounds,
  type SchemaObject,
} from './schema/jsonSchema.ts';
export { requiredChoice } from './schema/requiredChoice.ts';
export { SchemaResources } from './schema/schemaResources.ts';
export type { LearnedOutput, ServerShape, ToolShape } from './toolShape.ts';
