// A tool's own words of its failure, said once: many tools begin them with "Error:", and some with their own name.
import type { ContentBlock } from '../../catalog/contentBlock.ts';
import { textOf } from './callValue.ts';

const prefixes = /^(?:\s*(?:(?:Tool)?Error(?: executing tool [^:\n]{1,256})?:|MCP error -?\d{1,6}:))+\s*/;

/** `tools.geo.find failed: no such city`. */
export function failureMessage(path: string, content: readonly ContentBlock[]): string {
  const own = `${path} failed:`;
  const text = textOf(content).replace(prefixes, '');
  const words = (text.startsWith(own) ? text.slice(own.length) : text).replace(prefixes, '').trim();
  return `${own} ${words || 'the tool gave no reason'}`;
}

/** `message` of a call's failure without the call's path, for a line that begins with it. */
export function withoutPath(path: string, message: string): string {
  if (!message.startsWith(path)) return message;
  return message.slice(path.length).replace(/^(?: failed)?: | /, '');
}
