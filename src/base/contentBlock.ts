// The content blocks in answers of tools, prompts and resources.
import type { JsonObject } from './json.ts';

/** Annotations of a block; a block without `audience` is for everyone (MCP 2025-11-25, "Annotations"). */
export type BlockAnnotations = {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** Priority from 0 to 1. */
  readonly priority?: number;
  /** Time in ISO 8601 format. */
  readonly lastModified?: string;
};

/** One block of a tool's answer (MCP `ContentBlock`). */
export type ContentBlock = { readonly annotations?: BlockAnnotations; readonly _meta?: JsonObject } & (
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: {
        readonly uri: string;
        readonly mimeType?: string;
        readonly text?: string;
        readonly blob?: string;
        readonly _meta?: JsonObject;
      };
    }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
      /** Size in bytes. */
      readonly size?: number;
    }
);
