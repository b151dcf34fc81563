/** One element of DER: its tag, what is in it, and the whole of it as it was written. */
export type DerElement = { readonly tag: number; readonly content: Buffer; readonly raw: Buffer }

/** Bytes that are no DER of definite length. */
export class NotDer extends Error {
  override readonly name = 'NotDer'
}

/** The elements that stand one after another in `bytes`. Throws NotDer. */
export function readElements(bytes: Buffer): readonly DerElement[] {
  const elements: DerElement[] = []
  for (let at = 0; at < bytes.length; ) {
    const element = readElement(bytes, at)
    elements.push(element)
    at += element.raw.length
  }
  return elements
}

function readElement(bytes: Buffer, at: number): DerElement {
  const [tag = 0, first = 0x80] = bytes.subarray(at, at + 2)
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const from = at + 2 + lengthBytes
  // Long tags, indefinite lengths and more than 16 MB occur in none of what is read here.
  if ((tag & 0x1f) === 0x1f || first === 0x80 || lengthBytes > 3 || from > bytes.length) throw new NotDer('no element')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
  if (from + length > bytes.length) throw new NotDer('cut off')
  return { tag, content: bytes.subarray(from, from + length), raw: bytes.subarray(at, from + length) }
}
