// The scenarios of MCP's conformance suite that `npm test` runs. `test/full/conformance` runs all others.
export const coreClientScenarios: readonly string[] = ['initialize', 'tools_call', 'sse-retry', 'auth/metadata-default'];

export const coreServerScenarios: readonly string[] = ['server-initialize', 'tools-list', 'dns-rebinding-protection'];
