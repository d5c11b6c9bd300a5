// Styles text with colours and bold, if the stream is a terminal that supports them. Text of scripts and servers is
// made printable before it is styled (`terminal.ts`), so the terminal receives only Code Mode's own escape sequences.
import { styleText } from 'node:util';

export type Style = Readonly<Record<'bold' | 'dim' | 'good' | 'warning' | 'bad', (text: string) => string>>;

const same = (text: string): string => text;

/** The style for streams that are not terminals. */
export const plain: Style = { bold: same, dim: same, good: same, warning: same, bad: same };

/**
 * Returns the style of a stream, according to `NO_COLOR`, `NODE_DISABLE_COLORS` and `FORCE_COLOR`, or else to the kind
 * of stream. Both are read for each text.
 */
export function styleOf(stream: NodeJS.WritableStream): Style {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    styleText(format, text, { stream });
  return {
    bold: style('bold'),
    dim: style('dim'),
    good: style('green'),
    warning: style('yellow'),
    bad: style(['bold', 'red']),
  };
}
