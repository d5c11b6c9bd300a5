// A tool's own words of its failure, said once: many tools begin them with "Error:", and some with their own name.
import type { CallFailure } from '../../catalog/callFailure.ts';
import type { ContentBlock } from '../../catalog/contentBlock.ts';

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

/** The words of a tool's answer: the text of its blocks, at most `max` characters. */
export function textOf(content: readonly ContentBlock[], max = 2_000): string {
  const text = content
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n')
    .trim();
  return text.length > max ? `${text.slice(0, max)}… (${text.length - max} more characters)` : text;
}

/** The tool's own words, or those that the message has of the server. A server called "network" says nothing of the network. */
export function wordsOf({ content, message, server, tool }: CallFailure): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []));
  return texts.length > 0 ? texts.join('\n') : message.replaceAll(`"${server}"`, '').replaceAll(`"${tool}"`, '');
}
