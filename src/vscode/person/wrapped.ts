// Text as rows of a quick pick, which cuts what it has no room for.

/** In characters: what the editor's quick input shows of a line, also of a wide one. */
const lineLength = 60;

/** Lines that fit, broken at spaces where there are any. */
export function wrapped(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${lineLength}}(?=\\s|$)|.{1,${lineLength}}`, 'gu')) ?? [])
    .map((line) => line.trim());
}
