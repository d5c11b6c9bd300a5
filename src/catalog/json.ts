// JSON as data: what an MCP server sends, what a script passes, what crosses the sandbox's border.
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
