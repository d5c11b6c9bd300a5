// The version of the code that makes declarations. The build inserts the hash of this folder's code and of its
// compiler.
declare const CODE_MODE_DECLARATIONS: string | undefined;

/** Undefined when the code runs without a build. Its declarations must not be kept then. */
export const codeVersion = typeof CODE_MODE_DECLARATIONS === 'string' ? CODE_MODE_DECLARATIONS : undefined;
