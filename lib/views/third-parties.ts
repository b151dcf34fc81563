/** DORA, art. 28(3). */

export const thirdPartyKinds = ['bank', 'database', 'mail', 'push', 'trust_services', 'signer', 'telemetry'] as const

export type ThirdParty = {
  kind: (typeof thirdPartyKinds)[number]
  name: string
  service: string
  host: string | null
  /** Payments or account information stop. */
  isCritical: boolean
  data: string
  without: string
}

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
