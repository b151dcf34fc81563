import { lastPageOfAccounts, listAccounts } from '#sandbox/ais/list-accounts.ts'
import { listBalances } from '#sandbox/ais/list-balances.ts'
import { lastPageOfTransactions, listTransactions } from '#sandbox/ais/list-transactions.ts'
import { knowsSubscriber, namesWorkspace, simulateOutage } from '#sandbox/ais/psu.ts'
import { limitsBatch } from '#sandbox/ais/quota.ts'
import { recordConsent } from '#sandbox/ais/record-consent.ts'
import { isGranted, isIdentityGranted } from '#sandbox/ais/resource.ts'
import { showIdentity, showOverdrafts, showOwners } from '#sandbox/ais/show.ts'
import { namesDateType } from '#sandbox/ais/transaction-query.ts'
import { sendToScreens } from '#sandbox/oauth/authorize.ts'
import { answerRevoke } from '#sandbox/oauth/revoke.ts'
import { isSignedForm } from '#sandbox/oauth/signed-form.ts'
import { answerToken } from '#sandbox/oauth/token.ts'
import { handleCancellation } from '#sandbox/pis/cancel-payment.ts'
import { confirmPayment, confirmWithCode } from '#sandbox/pis/confirm-payment.ts'
import { createPayment } from '#sandbox/pis/create-payment.ts'
import { bookDuePayments } from '#sandbox/pis/due.ts'
import { readPaymentRequest } from '#sandbox/pis/read-payment.ts'
import { actsForItself, bearsPaymentToken } from '#sandbox/pis/token.ts'
import {
  deleteRegistration,
  findsRegistration,
  readRegistration,
  registerApplication,
  replaceRegistration,
} from '#sandbox/registration/register.ts'
import { isTimestamped, verifyPayee } from '#sandbox/vop/verify-payee.ts'
import type { Endpoint, Step } from '#sandbox/wire/exchange.ts'
import { acceptable } from '#sandbox/wire/steps/accept.ts'
import { readsPresence } from '#sandbox/wire/steps/attended.ts'
import { bearsApplicationToken, checkToken, hasScope } from '#sandbox/wire/steps/bearer.ts'
import { holdsRole, presentsCertificate } from '#sandbox/wire/steps/certificate.ts'
import { checkDate } from '#sandbox/wire/steps/date.ts'
import { isDigested } from '#sandbox/wire/steps/digest.ts'
import { isNotImplemented, isNotImplementedAtAll } from '#sandbox/wire/steps/not-implemented.ts'
import { checkRequestId, isNoDuplicate } from '#sandbox/wire/steps/request-id.ts'
import { isInService } from '#sandbox/wire/steps/service.ts'
import { isSigned } from '#sandbox/wire/steps/signature.ts'

const oauth = '/stet/psd2/oauth'
const v142 = '/stet/psd2/v1.4.2'
const v162 = '/stet/psd2/v1.6.2'
const setting = '/stet/setting/v1'

/** Steps of every account information resource: who is calling, with which proof, for which role. */
const asAisp: readonly Step[] = [
  acceptable,
  presentsCertificate,
  isInService,
  holdsRole('PSP_AI'),
  checkRequestId,
  checkToken,
  bearsApplicationToken,
  checkDate,
  isDigested,
  isSigned,
  isNoDuplicate,
  hasScope('aisp'),
  readsPresence,
]

/** Steps of every resource of a PSU. */
const aboutPsu: readonly Step[] = [...asAisp, knowsSubscriber, simulateOutage, bookDuePayments]

/** Steps of every payment resource: as for account information, but a bad token is 403 (document 2, errors). */
const asPispReading: readonly Step[] = [
  acceptable,
  presentsCertificate,
  isInService,
  holdsRole('PSP_PI'),
  checkRequestId,
  bearsPaymentToken,
  bearsApplicationToken,
  checkDate,
  isDigested,
  isSigned,
  hasScope('pisp'),
  readsPresence,
  bookDuePayments,
]

/** A reading repeats the X-Request-ID of the payment request (bank:D36); a change needs its own. */
const asPisp: readonly Step[] = [...asPispReading, isNoDuplicate]

/** 400: added in v1.6.2 (§ Versioning, bank:D24). */
const notInThisVersion: readonly Step[] = [presentsCertificate, isNotImplementedAtAll]

const asRegistrant: readonly Step[] = [
  acceptable,
  presentsCertificate,
  isInService,
  checkRequestId,
  checkToken,
  hasScope('manageRegistration'),
]

/** Steps of what a TPP does with a registration of its own. */
const asOwner: readonly Step[] = [...asRegistrant, findsRegistration, checkDate, isDigested, isSigned, isNoDuplicate]

/** Steps of a verification of payee: the certificate says who asks; there is no token, for no customer of ours is involved. */
const asVerifier: readonly Step[] = [
  acceptable,
  presentsCertificate,
  isInService,
  holdsRole('PSP_PI'),
  checkRequestId,
  isTimestamped,
]

// What both versions do once they know the PSU.
const accounts = [limitsBatch('accounts', lastPageOfAccounts), listAccounts]
const balances = [isGranted('balances'), limitsBatch('balances'), listBalances]
const transactions = [isGranted('transactions'), limitsBatch('transactions', lastPageOfTransactions), listTransactions]
const identity = [isIdentityGranted, limitsBatch('end-user-identity'), showIdentity]

const on = (method: Endpoint['method'], path: string, steps: readonly Step[]): Endpoint => ({ method, path, steps })

/** Every route of the bank. `{name}` in a path is a parameter; steps run from top to bottom. */
export const routes: readonly Endpoint[] = [
  on('GET', `${oauth}/authorize`, [sendToScreens]),
  on('POST', `${oauth}/token`, [presentsCertificate, isSignedForm, answerToken]),
  on('POST', `${oauth}/revoke`, [presentsCertificate, isSignedForm, answerRevoke]),

  on('POST', `${setting}/register`, [...asRegistrant, checkDate, isDigested, registerApplication]),
  on('GET', `${setting}/register/{clientId}`, [...asOwner, readRegistration]),
  on('PUT', `${setting}/register/{clientId}`, [...asOwner, replaceRegistration]),
  on('DELETE', `${setting}/register/{clientId}`, [...asOwner, deleteRegistration]),

  on('GET', `${v162}/accounts`, [...aboutPsu, namesWorkspace, ...accounts]),
  on('GET', `${v162}/accounts/{id}/balances`, [...aboutPsu, namesWorkspace, ...balances]),
  on('GET', `${v162}/accounts/{id}/transactions`, [...aboutPsu, namesWorkspace, namesDateType, ...transactions]),
  on('GET', `${v162}/accounts/{id}/owners`, [...aboutPsu, isGranted('owners'), limitsBatch('owners'), showOwners]),
  on('GET', `${v162}/accounts/{id}/overdrafts`, [
    ...aboutPsu,
    isGranted('overdrafts'),
    limitsBatch('overdrafts'),
    showOverdrafts,
  ]),
  on('GET', `${v162}/end-user-identity`, [...aboutPsu, ...identity]),
  on('PUT', `${v162}/consents`, [...aboutPsu, recordConsent]),
  on('GET', `${v162}/trusted-beneficiaries`, [...asAisp, isNotImplemented]),
  on('GET', `${v162}/accounts/{id}/transactions/details`, [...asAisp, isNotImplemented]),
  on('GET', `${v162}/accounts/{id}/transactions/{transactionId}/details`, [...asAisp, isNotImplemented]),

  on('GET', `${v142}/accounts`, [...aboutPsu, ...accounts]),
  on('GET', `${v142}/accounts/{id}/balances`, [...aboutPsu, ...balances]),
  on('GET', `${v142}/accounts/{id}/transactions`, [...aboutPsu, ...transactions]),
  on('GET', `${v142}/end-user-identity`, [...aboutPsu, ...identity]),
  on('PUT', `${v142}/consents`, [...aboutPsu, recordConsent]),
  on('GET', `${v142}/trusted-beneficiaries`, notInThisVersion),
  on('GET', `${v142}/accounts/{id}/owners`, notInThisVersion),
  on('GET', `${v142}/accounts/{id}/overdrafts`, notInThisVersion),
  on('GET', `${v142}/accounts/{id}/transactions/details`, notInThisVersion),
  on('GET', `${v142}/accounts/{id}/transactions/{transactionId}/details`, notInThisVersion),

  on('POST', `${v142}/payment-requests`, [...asPisp, actsForItself, createPayment]),
  on('GET', `${v142}/payment-requests/{id}`, [...asPispReading, readPaymentRequest]),
  on('PUT', `${v142}/payment-requests/{id}`, [...asPisp, actsForItself, handleCancellation]),
  on('POST', `${v142}/payment-requests/{id}/o-confirmation`, [...asPisp, confirmWithCode]),
  on('POST', `${v142}/payment-requests/{id}/confirmation`, [...asPisp, actsForItself, confirmPayment]),

  on('POST', '/vop/v1/payee-verifications', [...asVerifier, verifyPayee]),
]
