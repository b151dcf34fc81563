import { z } from 'zod'
import texts from './contracts.json' with { type: 'json' }

/**
 * What an owner accepts before asking for live payments: each version stays, since somebody accepted it. A draft is ours: who runs this
 * writes a version of their own, with their fees (docs/operations/install.md).
 */

const Section = z.tuple([z.string(), z.string()])
const Contract = z.strictObject({
  version: z.iso.date(),
  isDraft: z.boolean(),
  fr: z.array(Section),
  en: z.array(Section),
})
export type Contract = z.infer<typeof Contract>

/** Oldest first. */
export const contracts: readonly Contract[] = z.array(Contract).min(1).parse(texts)

/** The one to accept today. */
export const currentVersion: string = contracts.at(-1)?.version ?? ''

/** Null for a version that never was. */
export const contractOf = (version: string): Contract | null =>
  contracts.find(contract => contract.version === version) ?? null
