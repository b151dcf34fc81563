import { z } from 'zod'
import { now } from '#lib/clock.ts'
import { open, type SealedColumn, seal } from '#lib/vault.ts'

/** What a browser keeps for a while and can't read. */

const Kept = z.object({
  value: z.unknown(),
  /** Milliseconds since 1970. */
  at: z.number(),
})

export function sealForBrowser(value: unknown, column: SealedColumn): Promise<string> {
  return seal(JSON.stringify({ value, at: now().getTime() }), column)
}

/** Null: none, of another column, too old, invalid. */
export async function openFromBrowser<Value>(
  sealed: string | null | undefined,
  column: SealedColumn,
  { schema, longestMs }: { readonly schema: z.ZodType<Value>; readonly longestMs: number },
): Promise<Value | null> {
  if (!sealed) return null
  try {
    const { value, at } = Kept.parse(JSON.parse(await open(sealed, column)))
    const ageMs = now().getTime() - at
    return ageMs >= 0 && ageMs <= longestMs ? schema.parse(value) : null
  } catch {
    return null
  }
}
