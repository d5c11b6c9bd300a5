// The scenarios of MCP's conformance suite that `npm test` runs. `test/full/conformance` runs all others.
export const coreClientScenarios: readonly string[] = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/scope-step-up',
  'auth/token-endpoint-auth-basic',
];

export const coreServerScenarios: readonly string[] = ['server-initialize', 'tools-list', 'dns-rebinding-protection'];
