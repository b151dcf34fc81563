/** X.690 § 8.1. */
export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const digits = length.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return Buffer.concat([
    Buffer.from([tag]),
    length < 0x80 ? bytes : Buffer.from([0x80 | bytes.length, ...bytes]),
    content,
  ])
}

/**
 * `YYYYMMDDHHMMSSZ`
 * @internal
 */
export function generalizedTime(at: Date): Buffer {
  return der(0x18, Buffer.from(digitsOf(at), 'latin1'))
}

/**
 * `YYMMDDHHMMSSZ`
 * @internal
 */
export function utcTime(at: Date): Buffer {
  return der(0x17, Buffer.from(digitsOf(at).slice(2), 'latin1'))
}

function digitsOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
}
