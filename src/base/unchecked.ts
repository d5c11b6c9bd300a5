// Stand-ins for what MCP's SDK would check by itself: values are guarded by our own code, part by part, where they are used.

/** A schema that takes every value as it is (Standard Schema 1). */
export const anyValue = { '~standard': { version: 1, vendor: 'code-mode', validate: (value: unknown) => ({ value }) } } as const;

/** The SDK builds a validator for each client and each server; none of ours uses it. */
export const noValidator = {
  getValidator(): never {
    throw new Error('The SDK does not validate.');
  },
};
