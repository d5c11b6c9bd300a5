// Replaces the checks of MCP's SDK: the project's own guards check each part of a value where it is used.

/** A schema that accepts every value unchanged (Standard Schema 1). */
export const anyValue = {
  '~standard': { version: 1, vendor: 'code-mode', validate: (value: unknown) => ({ value }) },
} as const;

/** A validator for the SDK, which builds one for each client and server; none is used here. */
export const noValidator = {
  getValidator(): never {
    throw new Error('The SDK does not validate.');
  },
};
