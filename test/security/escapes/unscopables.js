// Symbol.unscopables takes names out of the scope of the compartment.
// Source: SES, advisories on scope proxies.
globalThis[Symbol.unscopables] = { process: false, Math: true };
return process.version
