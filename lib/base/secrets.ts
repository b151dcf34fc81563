import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** For secrets that are only compared. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
