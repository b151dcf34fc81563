import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** For secrets that are only compared. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What only who has the secret can make of a text, the same each time: 256 bits, base64url. */
export function derivedFrom(
  text: string,
  { secret, purpose }: { readonly secret: string; readonly purpose: string },
): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}
