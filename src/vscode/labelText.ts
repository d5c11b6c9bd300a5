// Text for the editor's labels, prompts and rows, which are not plain text: `$(name)` becomes an icon, and `[text](command:...)` a link
// that runs a command. Text that a server wrote must be neither.

/** Looks the same; the invisible character in between ends both. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}

/** In characters: what the editor's quick input shows of a line, also of a wide one. */
const lineLength = 60;

/** Lines that fit, broken at spaces where there are any. */
export function wrapLines(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${lineLength}}(?=\\s|$)|.{1,${lineLength}}`, 'gu')) ?? [])
    .map((line) => line.trim());
}

/** Reasons are worded to follow a server's name and a colon; alone they are sentences. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Rounded to what an estimate can say. */
export function tokensText(count: number): string {
  if (count < 1_000) return `≈${Math.round(count)} tokens`;
  return `≈${(count / 1_000).toFixed(count < 100_000 ? 1 : 0)}k tokens`;
}

export function toolsText(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`;
}
