// What is used of undici, by name: a bundle gives a CommonJS package that is imported late no names of its own.
export { Agent, EnvHttpProxyAgent, fetch } from 'undici';
