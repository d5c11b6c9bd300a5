// Splits a simple command line into words as a shell does, with single or double quotes.

export function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'([^']*)'|"([^"]*)"|([^\s'"]+))/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
