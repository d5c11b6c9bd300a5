// Tells text from other bytes.

/** undefined for what is not UTF-8 or has a NUL. A byte order mark stays, so that an edit does not take it away. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
