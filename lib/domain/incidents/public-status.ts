/** In words that help nobody who looks for a weakness. */

export const serviceParts = ['site', 'accounts', 'payments', 'webhooks', 'mails'] as const
export type ServicePart = (typeof serviceParts)[number]

export const partStates = ['works', 'delayed', 'down'] as const
export type PartState = (typeof partStates)[number]

export const bankStates = ['works', 'unreliable', 'down'] as const
export type BankState = (typeof bankStates)[number]

/** Of the oldest due job; null: none. */
export type QueueAge = { readonly name: string; readonly oldestSeconds: number | null }

/** Seconds after which people notice. */
const queuesOf: { readonly [part in Exclude<ServicePart, 'site'>]: { readonly [queue: string]: number } } = {
  accounts: { refreshes: 1_800, consents: 300 },
  payments: { payments: 300 },
  webhooks: { webhooks: 300 },
  mails: { mails: 600 },
}

/** `queues` null: no database, everything is down. */
export function statesOfParts(queues: readonly QueueAge[] | null): { readonly [part in ServicePart]: PartState } {
  if (queues === null) return { site: 'down', accounts: 'down', payments: 'down', webhooks: 'down', mails: 'down' }
  const stateOf = (part: Exclude<ServicePart, 'site'>): PartState =>
    queues.some(({ name, oldestSeconds }) => (oldestSeconds ?? 0) > (queuesOf[part][name] ?? Number.POSITIVE_INFINITY))
      ? 'delayed'
      : 'works'
  return {
    site: 'works',
    accounts: stateOf('accounts'),
    payments: stateOf('payments'),
    webhooks: stateOf('webhooks'),
    mails: stateOf('mails'),
  }
}

export type BankFacts = { readonly isOpen: boolean; readonly calls: number; readonly failed: number }

/** In an hour. */
const leastCalls = 20
const unreliablePercent = 5

export function stateOfBank({ isOpen, calls, failed }: BankFacts): BankState {
  if (isOpen) return 'down'
  return calls >= leastCalls && failed * 100 > calls * unreliablePercent ? 'unreliable' : 'works'
}
