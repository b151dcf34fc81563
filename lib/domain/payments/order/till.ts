import type { PayStage } from './stage.ts'

/** What stands on the till for whoever waits at the counter. */
export const saleStates = [
  'waiting',
  /** At the bank. */
  'paying',
  /** The customer can try again. */
  'failed',
  /** To be executed: not paid yet. */
  'accepted',
  'paid',
  /** Only a person can tell. */
  'unclear',
  'cancelled',
  'expired',
] as const
export type SaleState = (typeof saleStates)[number]

const states: { readonly [stage in PayStage]: SaleState } = {
  open: 'waiting',
  part_received: 'unclear',
  received: 'paid',
  sending: 'paying',
  waiting: 'paying',
  last_try: 'paying',
  not_approved: 'paying',
  not_returned: 'failed',
  declined: 'failed',
  refused: 'failed',
  lapsed: 'failed',
  unconfirmed: 'failed',
  unreached: 'failed',
  asking: 'paying',
  unanswered: 'paying',
  accepted: 'accepted',
  paid: 'paid',
  partly_paid: 'unclear',
  held: 'unclear',
  withdrawn: 'cancelled',
  cancelled: 'cancelled',
  over: 'expired',
  part_over: 'unclear',
}

export function saleState(stage: PayStage): SaleState {
  return states[stage]
}

/** The till stops asking. */
export function isSaleOver(state: SaleState): boolean {
  return state === 'paid' || state === 'cancelled' || state === 'expired'
}

/** Nobody is at the bank, and nothing has arrived. */
export function mayCancelSale(state: SaleState): boolean {
  return state === 'waiting' || state === 'failed'
}

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** `CAISSE-1129-7K3MQ`: short enough to be said aloud, and one of a day's many. */
export function saleReference(language: 'fr' | 'en', day: string, random: readonly number[]): string {
  const sign = random.map(byte => alphabet[byte % alphabet.length]).join('')
  return [language === 'fr' ? 'CAISSE' : 'TILL', day.slice(5).replace('-', ''), sign].join('-')
}
