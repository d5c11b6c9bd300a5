// What a script displays, in words: for readers, and kinds of content, that have nothing but text.
import type { ContentBlock } from '../../catalog/contentBlock.ts';

export function displayText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      return block.resource.text ?? `[resource ${block.resource.uri}]`;
    case 'resource_link':
      return `[${block.name}](${block.uri})`;
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}]`;
  }
}
