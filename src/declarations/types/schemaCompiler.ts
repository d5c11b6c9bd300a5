// json-schema-to-typescript, in a file of its own: only an ES module of ours can be imported lazily from a bundle; a
// CommonJS package imported so arrives there as a bare `default`.
export { compile } from 'json-schema-to-typescript';
