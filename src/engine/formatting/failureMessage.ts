// Writes the message of a failed tool without repeated beginnings: many tools start their message with "Error:", and
// some with their own name.
import type { CallFailure } from '../../base/callFailure.ts';
import type { ContentBlock } from '../../base/contentBlock.ts';

const prefixes = /^(?:\s*(?:(?:Tool)?Error(?: executing tool [^:\n]{1,256})?:|MCP error -?\d{1,6}:))+\s*/;

/** Returns a message such as `tools.geo.find failed: no such city`. */
export function failureMessage(path: string, content: readonly ContentBlock[]): string {
  const own = `${path} failed:`;
  const text = contentText(content).replace(prefixes, '');
  const words = (text.startsWith(own) ? text.slice(own.length) : text).replace(prefixes, '').trim();
  return `${own} ${words || 'the tool gave no reason'}`;
}

/** Removes the path of the call from the beginning of a failure message, for a line that begins with the path. */
export function withoutPath(path: string, message: string): string {
  if (!message.startsWith(path)) return message;
  return message.slice(path.length).replace(/^(?: failed)?: | /, '');
}

/** Joins the text blocks of a tool's answer, shortened to `max` characters. */
export function contentText(content: readonly ContentBlock[], max = 2_000): string {
  const text = content
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n')
    .trim();
  return text.length > max ? `${text.slice(0, max)}… (${text.length - max} more characters)` : text;
}

/**
 * Returns the text of the tool, or else the message without the names of the server and the tool, so that a server
 * called "network" does not look like a network failure.
 */
export function wordsOf({ content, message, server, tool }: CallFailure): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []));
  return texts.length > 0
    ? texts.join('\n')
    : message.replaceAll(`"${server}"`, '').replaceAll(`"${tool}"`, '');
}
