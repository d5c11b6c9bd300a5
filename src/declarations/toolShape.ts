// The input of a declaration. The types have what the catalog's tools and servers share with it, so that these fit.
import type { ToolIdentity } from '../base/globs/toolPattern.ts';
import type { SchemaObject } from './schema/jsonSchema.ts';

export interface ToolShape extends ToolIdentity {
  /** Name and version that the server reports about itself (MCP `serverInfo`). Any server can report any name. */
  readonly serverName?: string;
  readonly serverVersion?: string;
  /** `tools.<namespace>.<method>`: the only form of the name in declarations, search results, errors, logs, views. */
  readonly path: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema?: SchemaObject;
  /** True only if the server marks the tool `readOnlyHint: true` and not `destructiveHint: true`; others may write. */
  readonly readOnly: boolean;
  /** True if the server declares no effect of the tool, or repeats the specification's defaults for all its tools. */
  readonly isUndeclared?: true;
  readonly annotations: { readonly destructiveHint?: boolean };
}

/** Returns the data of a tool from which its declaration is made, without others such as the catalog's methods. */
export function shapeData(shape: ToolShape): ToolShape {
  const { server, namespace, method, name, path } = shape;
  const { title, description, inputSchema, outputSchema, readOnly, isUndeclared, annotations } = shape;
  const about = {
    ...(title !== undefined && { title }),
    ...(outputSchema && { outputSchema }),
    ...(isUndeclared && { isUndeclared }),
  };
  return { server, namespace, method, name, path, description, inputSchema, readOnly, annotations, ...about };
}

export interface ServerShape extends Pick<ToolIdentity, 'namespace'> {
  /** Name of the server in the configuration. */
  readonly name: string;
  readonly instructions?: string;
  /** The reason why the server has no tools here, or only cached ones; one line that ends with the next step. */
  readonly error?: string;
  /** True if the server was asked for its tools; a server that a run does not name is not started. */
  readonly listed: boolean;
  /** Features of the server besides tools; absent if unknown. */
  readonly features?: readonly (
    'resources' | 'resourceCompletions' | 'subscriptions' | 'prompts' | 'promptCompletions'
  )[];
  readonly tools: readonly ToolShape[];
}

/** The output type of a tool that declares none, learned from results. It helps to write a script and refuses none. */
export interface LearnedOutput {
  readonly schema: SchemaObject;
  /** The source of the type, for a comment: `observed, 3 calls`, `recorded for this version`. */
  readonly source: string;
  /** Explains in a comment how a script reaches the parts of a value, if the type does not show it. */
  readonly parts?: string;
}
