// Colours and bold, where a stream is a terminal that has them. What others wrote is made printable before it is styled
// (`terminal.ts`): only our own sequences reach the terminal.
import { styleText } from 'node:util';

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warning(text: string): string;
  bad(text: string): string;
}

const same = (text: string): string => text;

/** For streams that are no terminal. */
export const plain: Style = { bold: same, dim: same, good: same, warning: same, bad: same };

/** `NO_COLOR`, `NODE_DISABLE_COLORS` and `FORCE_COLOR` count; else whether `stream` is a terminal. Asked at each text. */
export function styleOf(stream: NodeJS.WritableStream): Style {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) => styleText(format, text, { stream });
  return { bold: style('bold'), dim: style('dim'), good: style('green'), warning: style('yellow'), bad: style(['bold', 'red']) };
}
