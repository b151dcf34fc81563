import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readEnv } from '#lib/env.ts'

/** 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** For secrets that are only compared. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What only we can make of a text, the same each time: 256 bits, base64url. */
export function derivedFrom(text: string, purpose: string): string {
  const key = Buffer.from(hkdfSync('sha256', readEnv('AUTH_SECRET'), '', purpose, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}
