// Re-exports the used parts of undici by name, because a bundle does not provide named exports of a CommonJS package in
// a dynamic import.
export { Agent, EnvHttpProxyAgent, fetch } from 'undici';
