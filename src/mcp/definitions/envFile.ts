// Reads the file that `envFile` names, by VS Code's rules (1.139): `NAME=value` or `NAME: value` on a line, quotes around what has a
// `#` in it. Beyond them a value in quotes may go on over several lines, as keys and certificates do.

/** Names with their values, in the order of the file. */
export function readEnvFile(text: string): readonly (readonly [name: string, value: string])[] {
  const found: (readonly [string, string])[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, written = ''] = /^\s*(?:export\s+)?([^\s#=:'"`][^=:]*?)\s*[=:]\s*([^]*)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined) continue;
    const block = blockOf(written, lines.slice(at + 1));
    if (block) at += block.moreLines;
    found.push([name, block ? block.value : valueOf(written)]);
  }
  return found;
}

/** A value that begins with a quote which ends in a later line, and there ends the line. */
function blockOf(written: string, later: readonly string[]): { readonly value: string; readonly moreLines: number } | undefined {
  const quote = /^["'`]/.exec(written)?.[0];
  if (quote === undefined || written.indexOf(quote, 1) > 0) return undefined;
  const end = later.findIndex((line) => line.includes(quote));
  const last = later[end];
  if (last === undefined || last.trimEnd().indexOf(quote) !== last.trimEnd().length - 1) return undefined;
  return { value: unquoted([written, ...later.slice(0, end), last.trimEnd()].join('\n')), moreLines: end + 1 };
}

/** What is in one line, without the comment after it. */
function valueOf(written: string): string {
  const [code = ''] = /^(?:(["'`])(?:\\.?|(?!\1)[^\\])*(?:\1|$)|[^"'`#])*/.exec(written) ?? [];
  return unquoted(code.trim());
}

function unquoted(text: string): string {
  const [, quote, inner] = /^(["'`])([^]*)\1$/.exec(text) ?? [];
  if (inner === undefined) return text;
  return quote === '"' ? inner.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : inner;
}
