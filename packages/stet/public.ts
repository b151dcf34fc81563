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
export type {
  BalanceReading,
  BankTransaction,
  BankTransactionCode,
  Identity,
  ListedAccount,
  Overdraft,
  Owners,
  UnreadableRow,
} from '#stet/terms/account-data.ts'
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
export type { Presence } from '#stet/terms/presence.ts'
export {
  type AccountList,
  type BalanceList,
  listAccounts,
  type ParsedTransactions,
  readBalances,
  readIdentity,
  readOverdrafts,
  readOwners,
  readTransactions,
  type TransactionFilter,
  type TransactionsPage,
} from './accounts.ts'
export {
  type Bank,
  type BankOptions,
  closeBank,
  createBank,
  type StetVersion,
  swapCredentials,
} from './bank.ts'
export type { CallContext, CallRecord, PlannedCall } from './call.ts'
export type { CertificateCheck } from './certificate-check.ts'
export { makeCertificateRequest, type RequestedSubject } from './certificate-request.ts'
export { type ConsentToSend, putConsent } from './consents.ts'
export {
  BadKeyMaterial,
  type EidasCertificate,
  type KeyedCertificate,
  type KeyFault,
  readEidasCertificate,
  readKeylessCertificate,
  readKeyMaterial,
} from './eidas.ts'
export {
  BankError,
  type BankErrorKind,
  isInvalidGrant,
  isInvalidToken,
  isQuotaUsed,
  type Sent,
} from './errors.ts'
export { type FallbackContext, requestFallback } from './fallback.ts'
export type { Gate, Pass } from './gate.ts'
export { createHttpSigners, type HttpSignerOptions } from './http-signer.ts'
export { defaultLimits, type Limits } from './limits.ts'
export {
  type AuthorizeRequest,
  authorizeUrl,
  type ClientToken,
  codeChallengeOf,
  createCodeVerifier,
  exchangeCode,
  exchangePaymentCode,
  refreshTokens,
  registeringClientId,
  requestClientToken,
  requestRegistrationToken,
  revokeToken,
  type TokenSet,
} from './oauth.ts'
export { askPayeeBank, type VerifiedPayee } from './payee-verification.ts'
export type { CancellationOrder, ReportUrls } from './payment-body.ts'
export {
  type CreatedPayment,
  cancelPayment,
  confirmPayment,
  createPayment,
  type PaymentAddress,
  type PaymentReading,
  readPayment,
} from './payments.ts'
export {
  type ApplicationToRegister,
  certificateFingerprint,
  deleteRegistration,
  type RegisteredApplication,
  readRegistration,
  registerApplication,
  replaceRegistration,
  sealJwk,
} from './registration.ts'
export { createRevocationLists, type RevocationLists } from './revocation-lists.ts'
export { keySigner, type Seal, type Signer, SignerError, type SignerFault, verifiedSigner } from './signer.ts'
export type { TlsCredentials } from './tls.ts'
export {
  type AispToken,
  aispToken,
  type ConfirmationToken,
  confirmationToken,
  type PispToken,
  pispToken,
  type RefreshToken,
  type RegistrationToken,
  refreshToken,
  registrationToken,
} from './token.ts'
export type { Transport, WireAnswer, WireRequest } from './transport.ts'
