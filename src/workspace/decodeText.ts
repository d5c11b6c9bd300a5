// Distinguishes text from binary content.

/**
 * Undefined if the bytes are not UTF-8 or contain a NUL. Keeps a byte order mark, so that an edit does not remove it.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
