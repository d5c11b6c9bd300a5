// A finished call of a run, with the tool that it called, as undoing it needs them.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';

export type UndoTool = Pick<CatalogTool, 'namespace' | 'name' | 'method' | 'path' | 'inputSchema' | 'readOnly'>;

export interface UndoCall {
  readonly call: number;
  /** `tools.<server>.<tool>`, as the script named it. */
  readonly path: string;
  /** Absent where its server no longer has it. */
  readonly tool?: UndoTool;
  readonly writes: boolean;
  /** `unknown`: it was in flight when the run ended. */
  readonly state: 'finished' | 'unknown';
  readonly input: JsonObject;
  readonly output: JsonValue | undefined;
}

/** A call that reverses another. */
export interface Inverse {
  readonly tool: UndoTool;
  readonly input: JsonObject;
}

export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The schemas of an object's members. */
export function propertiesOf(schema: JsonValue | undefined): Readonly<Record<string, JsonObject>> {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(Object.entries(properties).flatMap(([name, member]) => (isJsonObject(member) ? [[name, member]] : [])));
}

export function requiredOf(schema: JsonValue | undefined): readonly string[] {
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  return isJsonArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
