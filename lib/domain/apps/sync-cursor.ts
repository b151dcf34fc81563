import { isStorable } from '@guichet/values/text/storable.ts'

/**
 * Where a program stands: everything up to `generation` was told, of the next ones what is before `after`. `since`: where the walk
 * began, which tells added lines from modified ones.
 */
export type SyncCursor = {
  readonly since: number
  readonly until: number
  readonly after: { readonly changed: number; readonly accountId: string; readonly key: string } | null
}

export const start: SyncCursor = { since: 0, until: 0, after: null }

export function writeCursor({ since, until, after }: SyncCursor): string {
  const parts = after === null ? [since, until] : [since, until, after.changed, after.accountId, after.key]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

const longest = 600
const isGeneration = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Null if it is none of ours. */
export function readCursor(text: string): SyncCursor | null {
  if (text.length > longest) return null
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || (parts.length !== 2 && parts.length !== 5)) return null
    const [since, until, changed, accountId, key]: unknown[] = parts
    if (!isGeneration(since) || !isGeneration(until)) return null
    if (parts.length === 2) return { since, until, after: null }
    if (!isGeneration(changed) || typeof accountId !== 'string' || typeof key !== 'string') return null
    return uuid.test(accountId) && key.length <= 200 && isStorable(key)
      ? { since, until, after: { changed, accountId, key } }
      : null
  } catch {
    return null
  }
}

export type Told = 'added' | 'modified' | 'removed'

/** What a change is to a program that stands at `since`; null: it never heard of the line, and needs not to. */
export function toldAs(line: { readonly born: number; readonly isGone: boolean }, since: number): Told | null {
  const isNew = line.born > since
  if (line.isGone) return isNew ? null : 'removed'
  return isNew ? 'added' : 'modified'
}
