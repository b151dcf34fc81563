import type { ConnectionStatus } from '#lib/domain/consent/connection.ts'

/** Document 1, `features:`; bank:D42. */

export const offerRefusals = [
  'card',
  'gone',
  'connection_ended',
  /** The person has yet to choose what the bank may show. */
  'consent_missing',
  'no_iban',
  'not_euro',
  'bank_takes_no_payments',
  'not_in_features',
  /** v1.4.2: only a single transfer is certain. */
  'features_untold',
  /** Chosen at the bank. */
  'account_unknown',
] as const
export type OfferRefusal = (typeof offerRefusals)[number]

/** Null where offered. */
export type TransferOffer = {
  readonly single: OfferRefusal | null
  readonly several: OfferRefusal | null
  readonly instant: OfferRefusal | null
}

export type SendingAccount = {
  readonly kind: 'account' | 'card'
  readonly iban: string | null
  readonly currency: string
  readonly features: readonly string[]
  /** Only 1.6.2 has features. */
  readonly aisVersion: string
  readonly isGone: boolean
  readonly connection: ConnectionStatus
  readonly bankTakesPayments: boolean
}

/** `SCT` single, `SCT_MULT` several to one payee, `IP` instant. */
export function offerOf(account: SendingAccount): TransferOffer {
  const refusal = refusalOf(account)
  if (refusal !== null) return { single: refusal, several: refusal, instant: refusal }
  if (account.features.length === 0 && account.aisVersion !== '1.6.2') {
    return { single: null, several: 'features_untold', instant: 'features_untold' }
  }
  const lacks = (feature: string) => (account.features.includes(feature) ? null : 'not_in_features')
  return { single: lacks('SCT'), several: lacks('SCT_MULT'), instant: lacks('IP') }
}

function refusalOf(account: SendingAccount): OfferRefusal | null {
  if (account.kind === 'card') return 'card'
  if (account.isGone) return 'gone'
  if (account.connection === 'choosing') return 'consent_missing'
  if (account.connection !== 'active' && account.connection !== 'expired') return 'connection_ended'
  if (account.iban === null) return 'no_iban'
  if (account.currency !== 'EUR') return 'not_euro'
  return account.bankTakesPayments ? null : 'bank_takes_no_payments'
}

export const unknownAccountOffer: TransferOffer = {
  single: null,
  several: 'account_unknown',
  instant: 'account_unknown',
}

export function offersAnything({ single, several, instant }: TransferOffer): boolean {
  return single === null || several === null || instant === null
}
