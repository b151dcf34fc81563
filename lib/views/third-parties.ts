import { z } from 'zod'

/** The register of third parties (DORA, art. 28(3)): what the product knows, and what the operator must add. */

export const thirdPartyKinds = ['bank', 'database', 'mail', 'trust_services', 'telemetry'] as const

export const ThirdParty = z.object({
  kind: z.enum(thirdPartyKinds),
  /** A bank's or an authority's name, or the host that is configured. */
  name: z.string(),
  /** What it does for us, in one sentence. */
  service: z.string(),
  host: z.string().nullable(),
  /** Whether payments or account information stop without it. */
  isCritical: z.boolean(),
  /** What it receives. */
  data: z.string(),
  /** What happens when it is away, and what remains possible. */
  without: z.string(),
})
export type ThirdParty = z.infer<typeof ThirdParty>

/** What the register needs for each and no program knows. */
export const operatorFields = [
  'legal name and LEI',
  'country of the service and of the data',
  'contract: reference, start, end, notice',
  'subcontractors that matter',
  'annual cost',
  'last assessment of its risks',
  'whether it can be replaced, by whom, how fast',
] as const
