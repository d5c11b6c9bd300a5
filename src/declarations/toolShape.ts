// The input of a declaration. The type is structural, so that a tool of the catalog fits and this folder imports no
// other.
import type { SchemaObject } from './schema/jsonSchema.ts';

export interface ToolShape {
  /** The server's name in the configuration. */
  readonly server: string;
  /** The name and version that the server itself reports. */
  readonly serverName?: string;
  readonly serverVersion?: string;
  /** The server's name in scripts: `tools.<namespace>`. */
  readonly namespace: string;
  /** The tool's name in scripts: `tools.<namespace>.<method>`. */
  readonly method: string;
  /** The MCP name, which also works in scripts. */
  readonly name: string;
  /** Path of the tool in scripts: `tools.<namespace>.<method>`. */
  readonly path: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema?: SchemaObject;
  readonly readOnly: boolean;
  /** True if the server does not declare the effects of the tool. */
  readonly isUndeclared?: true;
  readonly annotations: { readonly destructiveHint?: boolean };
}

export interface ServerShape {
  readonly name: string;
  readonly namespace: string;
  readonly instructions?: string;
  /** Reason why the server's tools are unknown. */
  readonly error?: string;
  /** True if the server was asked for its tools. */
  readonly listed: boolean;
  /** Features that the server offers in addition to tools; undefined if unknown. */
  readonly features?: readonly ('resources' | 'subscriptions' | 'prompts')[];
  readonly tools: readonly ToolShape[];
}
