// Distinguishes text from binary content.

/** undefined for bytes that are not UTF-8, or with a NUL. Keeps a byte order mark, so that an edit does not remove it. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
