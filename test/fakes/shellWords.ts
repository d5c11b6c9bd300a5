// Splits a simple command line as a shell does: words, and single or double quotes around them.

export function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'([^']*)'|"([^"]*)"|([^\s'"]+))/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}
