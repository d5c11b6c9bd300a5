// Types our own package.json, as VS Code has read it.
import type { DefinedTool } from '../catalog/index.ts';

/** The parts of the manifest that this room reads. */
export interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    }[];
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly modelDescription: string;
      readonly inputSchema: DefinedTool['inputSchema'];
    }[];
  };
}

export function manifestOf({ packageJSON }: { readonly packageJSON: unknown }): Manifest {
  return packageJSON as Manifest;
}
