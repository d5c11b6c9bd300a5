// What the command says to a person, on stderr. Text from scripts and servers may hold sequences that drive a terminal:
// they are taken out.

/** One line on stderr. */
export function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

/** `text` without control characters but tabs and line ends (ECMA-48: C0, DEL, C1). */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, '');
}

/** A reader that has seen enough (`code-mode run … | head`) is no error. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
