// The scenarios of MCP's conformance suite that `npm test` runs. `test/full/conformance` runs all others.
export const coreClientScenarios: readonly string[] = ['initialize', 'tools_call', 'auth/metadata-default'];
/** Scenarios of MCP 2026-07-28. */
export const coreModernScenarios: readonly string[] = ['tools_call', 'request-metadata'];

export const coreServerScenarios: readonly string[] = [
  'server-initialize',
  'tools-list',
  'dns-rebinding-protection',
];
export const coreModernServerScenarios: readonly string[] = [
  'tools-list',
  'server-stateless',
  'http-header-validation',
];
