/** `raw`: the complete encoding. */
export type DerElement = { readonly tag: number; readonly content: Buffer; readonly raw: Buffer }

export class NotDer extends Error {
  override readonly name = 'NotDer'
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  identifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  context0: 0xa0,
  context3: 0xa3,
} as const

/** Longer lists are walked. */
const maxElements = 10_000

/** At most 10,000 siblings. Throws NotDer. */
export function readElements(bytes: Buffer): readonly DerElement[] {
  const elements: DerElement[] = []
  for (const element of walkElements(bytes)) {
    if (elements.length === maxElements) throw new NotDer('too many elements')
    elements.push(element)
  }
  return elements
}

/** Siblings one by one, without limit. Throws NotDer. */
export function* walkElements(bytes: Buffer): Generator<DerElement, void> {
  for (let at = 0; at < bytes.length; ) {
    const element = readElement(bytes, at)
    yield element
    at += element.raw.length
  }
}

/** The rest is ignored. Throws NotDer. */
export function firstElement(bytes: Buffer): DerElement {
  return readElement(bytes, 0)
}

function readElement(bytes: Buffer, at: number): DerElement {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) throw new NotDer('no element')
  const lengthBytes = Math.max(0, first - 0x80)
  const from = at + 2 + lengthBytes
  // Long tags, indefinite lengths and 16 MB don't occur here.
  if ((tag & 0x1f) === 0x1f || first === 0x80 || lengthBytes > 3 || from > bytes.length) throw new NotDer('no element')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
  if (from + length > bytes.length) throw new NotDer('cut off')
  return { tag, content: bytes.subarray(from, from + length), raw: bytes.subarray(at, from + length) }
}

/** Throws NotDer. */
export function childrenOf({ content }: DerElement): readonly DerElement[] {
  return readElements(content)
}

/** Throws NotDer for undefined. */
export function found(element: DerElement | undefined): DerElement {
  if (element === undefined) throw new NotDer('an element is missing')
  return element
}

/** Throws NotDer unless there is one. */
export function only(elements: readonly DerElement[]): DerElement {
  if (elements.length !== 1) throw new NotDer('not one element')
  return found(elements[0])
}

/**
 * Milliseconds since 1970 of a UTCTime (1950 to 2049, RFC 5280 § 4.1.2.5.1) or GeneralizedTime, both in Z. Throws
 * NotDer.
 */
export function timeOf({ tag, content }: DerElement): number {
  const text = content.toString('latin1')
  const [, century, year, month, day, hour, minute, second] =
    (tag === tags.utcTime && /^()(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)) ||
    (tag === tags.generalizedTime && /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)) ||
    []
  const whole = `${century || (Number(year) < 50 ? '20' : '19')}${year}`
  const time = Date.parse(`${whole}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time)) throw new NotDer('no time')
  return time
}
