import type { FaultRule } from './decide.ts'

/** A fault of every call until it is removed, except for what is changed. */
export const faultRule = (change: Partial<FaultRule> = {}): FaultRule => ({
  id: 'r',
  fault: { kind: 'close_after' },
  endpoint: null,
  bankCode: null,
  organisationId: null,
  personId: null,
  about: [],
  seed: 's',
  share: 1,
  callsLeft: null,
  seen: 0,
  ...change,
})
