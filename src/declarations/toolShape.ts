// The input of a declaration. Structural, so that a tool of the catalog fits and this room imports no other.
import type { SchemaObject } from './schema/jsonSchema.ts';

export interface ToolShape {
  /** The server's name in the configuration. */
  readonly server: string;
  /** The name and version that the server reports itself. */
  readonly serverName?: string;
  readonly serverVersion?: string;
  /** The server's name in scripts: `tools.<namespace>`. */
  readonly namespace: string;
  /** The tool's name in scripts: `tools.<namespace>.<method>`. */
  readonly method: string;
  /** The MCP name, which also works in scripts. */
  readonly name: string;
  /** `tools.<namespace>.<method>` */
  readonly path: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema?: SchemaObject;
  readonly readOnly: boolean;
  /** Its server does not say what it does. */
  readonly isUndeclared?: true;
  readonly annotations: { readonly destructiveHint?: boolean };
}

export interface ServerShape {
  readonly name: string;
  readonly namespace: string;
  readonly instructions?: string;
  /** Why its tools are not known. */
  readonly error?: string;
  /** Whether it was asked for its tools. */
  readonly listed: boolean;
  /** What it offers beside tools; absent where that is not known. */
  readonly features?: readonly ('resources' | 'subscriptions' | 'prompts')[];
  readonly tools: readonly ToolShape[];
}
