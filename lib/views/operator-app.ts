import { z } from 'zod'
import type { AppKind } from '#lib/domain/apps/allowance.ts'

/** How many people let programs of a kind read accounts. */
export type AppKindLine = { readonly kind: AppKind; readonly people: number; readonly lastReadAt: string | null }

/** A program that registered itself, which many people may use. */
export type AppClientLine = {
  readonly id: string
  readonly name: string
  readonly hosts: readonly string[]
  readonly people: number
  /** Answers of the last thirty days. */
  readonly readings: number
  readonly lastReadAt: string | null
  readonly createdAt: string
  readonly hourlyLimit: number | null
  /** The reason. */
  readonly suspended: string | null
}

/** Requests per person and hour; null: as any app. */
export const AppLimitInput = z.strictObject({ limit: z.int().min(1).max(10_000).nullable() })
export type AppLimitInput = z.infer<typeof AppLimitInput>
