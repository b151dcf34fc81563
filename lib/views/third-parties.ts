import { z } from 'zod'

/** DORA, art. 28(3). */

export const thirdPartyKinds = ['bank', 'database', 'mail', 'trust_services', 'telemetry'] as const

export const ThirdParty = z.object({
  kind: z.enum(thirdPartyKinds),
  name: z.string(),
  service: z.string(),
  host: z.string().nullable(),
  /** Payments or account information stop. */
  isCritical: z.boolean(),
  data: z.string(),
  without: z.string(),
})
export type ThirdParty = z.infer<typeof ThirdParty>

/** No program knows. */
export const operatorFields = [
  'legal name and LEI',
  'country of the service and of the data',
  'contract: reference, start, end, notice',
  'subcontractors that matter',
  'annual cost',
  'last assessment of its risks',
  'whether it can be replaced, by whom, how fast',
] as const
