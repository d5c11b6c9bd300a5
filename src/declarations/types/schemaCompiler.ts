// Re-exports json-schema-to-typescript from a separate file. A bundle can import only an ES module of its own lazily; a
// CommonJS package would arrive as a bare `default`.
export { compile } from 'json-schema-to-typescript';
