export { isIban } from '@guichet/values/money/iban.ts'
export { groupIban, maskIban } from '@guichet/values/money/iban-text.ts'
export {
  addMoney,
  type Currency,
  decimalsOf,
  formatAmount,
  type Money,
  parseAmount,
  sumByCurrency,
} from '@guichet/values/money/minor.ts'
export type * from '#stet/terms/account-data.ts'
export type { CertificateSighting } from '#stet/terms/certificate-sighting.ts'
export type { AccountChoice, ConsentKind } from '#stet/terms/consent-choice.ts'
export { type ParsedField, valueOr } from '#stet/terms/parsed-field.ts'
export {
  type AskedPayment,
  type BankInstruction,
  type BankPayment,
  findMismatches,
  type Mismatch,
} from '#stet/terms/payment-copy.ts'
export type {
  CancellationReason,
  PaymentInstruction,
  PaymentRequest,
  Recurrence,
} from '#stet/terms/payment-request.ts'
export type * from '#stet/terms/presence.ts'
export * from './accounts.ts'
export {
  type Bank,
  type BankOptions,
  closeBank,
  createBank,
  type StetVersion,
  swapCredentials,
} from './bank.ts'
export type * from './call.ts'
export type { CertificateCheck } from './certificate-check.ts'
export * from './certificate-request.ts'
export { type ConsentToSend, putConsent } from './consents.ts'
export * from './eidas.ts'
export {
  BankError,
  type BankErrorKind,
  isInvalidGrant,
  isInvalidToken,
  isQuotaUsed,
  type Sent,
} from './errors.ts'
export * from './fallback.ts'
export type { Gate, Pass } from './gate.ts'
export * from './http-signer.ts'
export { defaultLimits, type Limits } from './limits.ts'
export * from './oauth.ts'
export * from './payee-verification.ts'
export type { CancellationOrder, ReportUrls } from './payment-body.ts'
export * from './payments.ts'
export * from './registration.ts'
export { createRevocationLists, type RevocationLists } from './revocation-lists.ts'
export * from './signer.ts'
export type * from './tls.ts'
export * from './token.ts'
export type { Transport, WireAnswer, WireRequest } from './transport.ts'
