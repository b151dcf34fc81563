import type { Sandbox } from '#sandbox/running-bank.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { meetFaults } from './rules.ts'

/** The customer and TPP of a redirect; `about`: the payment that was decided, as text. */
export type Callback = {
  readonly bankCode: string
  readonly clientId: string
  readonly personId: string | null
  readonly about: string
}

/**
 * How often the customer's browser is redirected to the TPP: once, unless a fault of the desk drops the callback (0) or duplicates it (2).
 * To be called once per callback, because it counts.
 */
export function callbackTimes({ db }: Sandbox, { bankCode, clientId, personId, about }: Callback): 0 | 1 | 2 {
  const organisationId = findApplication(db, clientId)?.organisationId ?? null
  const call = { method: 'GET', path: 'callback', bankCode, organisationId, personId, text: about }
  const faults = meetFaults(db, call, 'callback')
  if (faults.some(({ kind }) => kind === 'callback_dropped')) return 0
  return faults.length > 0 ? 2 : 1
}
