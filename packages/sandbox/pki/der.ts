/** One DER element: tag byte, content, and the children if it is constructed. */
export type DerElement = { readonly tag: number; readonly content: Buffer }

/** The sibling elements in `bytes`. Throws for anything but definite-length DER. */
export function readElements(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = []
  let at = 0
  while (at < bytes.length) {
    const element = readElement(bytes, at)
    elements.push({ tag: element.tag, content: element.content })
    at = element.end
  }
  return elements
}

function readElement(bytes: Buffer, start: number): DerElement & { end: number } {
  const tag = byteAt(bytes, start)
  if ((tag & 0x1f) === 0x1f) throw new Error('long tags do not occur in certificates')
  const first = byteAt(bytes, start + 1)
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || lengthBytes > 4) throw new Error('length is not DER')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(start + 2, lengthBytes)
  const from = start + 2 + lengthBytes
  if (from + length > bytes.length) throw new Error('element is cut off')
  return { tag, content: bytes.subarray(from, from + length), end: from + length }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new Error('element is cut off')
  return byte
}

/** Dotted form of an OBJECT IDENTIFIER's content. */
export function readOid(content: Buffer): string {
  const arcs: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    if (arcs.length === 0) arcs.push(...firstArcs(value))
    else arcs.push(value)
    value = 0
  }
  return arcs.join('.')
}

function firstArcs(value: number): [number, number] {
  if (value < 40) return [0, value]
  return value < 80 ? [1, value - 40] : [2, value - 80]
}

/** Makes one element. */
export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content])
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

/** OBJECT IDENTIFIER of a dotted form. */
export function derOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(arc: number): number[] {
  const bytes = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128))
  return bytes
}

/** SEQUENCE of elements. */
export function derSequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts)
}

/** UTF8String. */
export function derUtf8(text: string): Buffer {
  return der(0x0c, Buffer.from(text, 'utf8'))
}
