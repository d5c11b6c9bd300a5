// Converts a displayed content block to text, for readers that show only text.
import type { ContentBlock } from '../../base/contentBlock.ts';

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
