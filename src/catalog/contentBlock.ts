// The blocks that tools, prompts and resources answer with.
import type { JsonObject } from '../base/json.ts';

/** For whom a block is; absent: for everybody (MCP 2025-11-25, "Annotations"). */
export type BlockAnnotations = {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** From 0 to 1. */
  readonly priority?: number;
  /** ISO 8601. */
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
      /** In bytes. */
      readonly size?: number;
    }
);
