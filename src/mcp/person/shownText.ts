// Text of a server that a person reads in a dialog. It may be long, drive a terminal, or turn the direction of writing
// so that it reads as something else.

const longest = 2_000;

/** `text` without control characters but line ends, without what turns the direction of writing, cut to `most` characters. */
export function shownText(text: string, most = longest): string {
  const plain = text
    .replaceAll(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replaceAll(/[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return plain.length > most ? `${plain.slice(0, most)}…` : plain;
}

/** The same in one line. */
export function shownLine(text: string, most = longest): string {
  return shownText(text.replaceAll(/\s+/gu, ' '), most);
}
