import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { AlertKind } from '#lib/domain/people/alert.ts'

/** A browser's subscription (W3C Push API, `toJSON`): P-256 point and 16 bytes. */
export const PushInput = z.strictObject({
  endpoint: singleLine(500),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(?:==)?$/),
  }),
})
export type PushInput = z.infer<typeof PushInput>

export const PushEnd = z.strictObject({ endpoint: singleLine(500) })

export type AlertSettingsView = {
  /** Limit as a decimal string, or null where there is none. */
  readonly chosen: Readonly<Partial<Record<AlertKind, string | null>>>
  readonly mail: boolean
  readonly amounts: boolean
  /** SHA-256 of the address of each browser that shows them. */
  readonly devices: readonly string[]
}
