import { typedMultiLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import type { AppKind } from '#lib/domain/apps/allowance.ts'
import type { AppView } from './app.ts'

/** A program that registered itself, which many people may use; of another kind, all programs that people set up themselves. */
export type AppClientLine = Pick<AppView, 'suspended'> & {
  readonly id: string
  readonly kind: AppKind
  readonly name: string
  readonly hosts: readonly string[]
  readonly people: number
  /** Answers of the last thirty days. */
  readonly readings: number
  readonly lastReadAt: string | null
  readonly createdAt: string
  readonly hourlyLimit: number | null
}

/** Its users read the reason, each in their language. */
const Reason = typedMultiLine(500).default('')
export const AppSuspensionInput = z.strictObject({ suspended: z.boolean(), reasonFr: Reason, reasonEn: Reason })
export type AppSuspensionInput = z.infer<typeof AppSuspensionInput>

/** Requests per person and hour; null: as any app. */
export const AppLimitInput = z.strictObject({ limit: z.int().min(1).max(10_000).nullable() })
export type AppLimitInput = z.infer<typeof AppLimitInput>
