/** By BOM, UTF-8 if valid, else Windows-1252. */
export function decodeFile(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be', bytes)
  // No single-byte text has a NUL: a workbook, archive or image.
  if (bytes.subarray(0, 8_192).includes(0)) return null
  return decode('utf-8', bytes) ?? decode('windows-1252', bytes)
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
