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

/** Steps of a verification of payee: the certificate says who asks; there is no token, for no customer of ours is involved. */
const asVerifier: readonly Step[] = [
  acceptable,
  presentsCertificate,
  isInService,
  holdsRole('PSP_PI'),
  checkRequestId,
  isTimestamped,
]

/** Every route of the bank. `{name}` in a path is a parameter; steps run from top to bottom. */
export const routes: readonly Endpoint[] = [
  { method: 'GET', path: `${oauth}/authorize`, steps: [sendToScreens] },
  { method: 'POST', path: `${oauth}/token`, steps: [presentsCertificate, isSignedForm, answerToken] },
  { method: 'POST', path: `${oauth}/revoke`, steps: [presentsCertificate, isSignedForm, answerRevoke] },

  { method: 'POST', path: `${setting}/register`, steps: [...asRegistrant, checkDate, isDigested, registerApplication] },
  {
    method: 'GET',
    path: `${setting}/register/{clientId}`,
    steps: [...asRegistrant, findsRegistration, checkDate, isDigested, isSigned, isNoDuplicate, readRegistration],
  },
  {
    method: 'PUT',
    path: `${setting}/register/{clientId}`,
    steps: [...asRegistrant, findsRegistration, checkDate, isDigested, isSigned, isNoDuplicate, replaceRegistration],
  },
  {
    method: 'DELETE',
    path: `${setting}/register/{clientId}`,
    steps: [...asRegistrant, findsRegistration, checkDate, isDigested, isSigned, isNoDuplicate, deleteRegistration],
  },

  {
    method: 'GET',
    path: `${v162}/accounts`,
    steps: [...aboutPsu, namesWorkspace, limitsBatch('accounts', lastPageOfAccounts), listAccounts],
  },
  {
    method: 'GET',
    path: `${v162}/accounts/{id}/balances`,
    steps: [...aboutPsu, namesWorkspace, isGranted('balances'), limitsBatch('balances'), listBalances],
  },
  {
    method: 'GET',
    path: `${v162}/accounts/{id}/transactions`,
    steps: [
      ...aboutPsu,
      namesWorkspace,
      namesDateType,
      isGranted('transactions'),
      limitsBatch('transactions', lastPageOfTransactions),
      listTransactions,
    ],
  },
  {
    method: 'GET',
    path: `${v162}/accounts/{id}/owners`,
    steps: [...aboutPsu, isGranted('owners'), limitsBatch('owners'), showOwners],
  },
  {
    method: 'GET',
    path: `${v162}/accounts/{id}/overdrafts`,
    steps: [...aboutPsu, isGranted('overdrafts'), limitsBatch('overdrafts'), showOverdrafts],
  },
  {
    method: 'GET',
    path: `${v162}/end-user-identity`,
    steps: [...aboutPsu, isIdentityGranted, limitsBatch('end-user-identity'), showIdentity],
  },
  { method: 'PUT', path: `${v162}/consents`, steps: [...aboutPsu, recordConsent] },
  { method: 'GET', path: `${v162}/trusted-beneficiaries`, steps: [...asAisp, isNotImplemented] },
  { method: 'GET', path: `${v162}/accounts/{id}/transactions/details`, steps: [...asAisp, isNotImplemented] },
  {
    method: 'GET',
    path: `${v162}/accounts/{id}/transactions/{transactionId}/details`,
    steps: [...asAisp, isNotImplemented],
  },

  {
    method: 'GET',
    path: `${v142}/accounts`,
    steps: [...aboutPsu, limitsBatch('accounts', lastPageOfAccounts), listAccounts],
  },
  {
    method: 'GET',
    path: `${v142}/accounts/{id}/balances`,
    steps: [...aboutPsu, isGranted('balances'), limitsBatch('balances'), listBalances],
  },
  {
    method: 'GET',
    path: `${v142}/accounts/{id}/transactions`,
    steps: [
      ...aboutPsu,
      isGranted('transactions'),
      limitsBatch('transactions', lastPageOfTransactions),
      listTransactions,
    ],
  },
  {
    method: 'GET',
    path: `${v142}/end-user-identity`,
    steps: [...aboutPsu, isIdentityGranted, limitsBatch('end-user-identity'), showIdentity],
  },
  { method: 'PUT', path: `${v142}/consents`, steps: [...aboutPsu, recordConsent] },
  { method: 'GET', path: `${v142}/trusted-beneficiaries`, steps: notInThisVersion },
  { method: 'GET', path: `${v142}/accounts/{id}/owners`, steps: notInThisVersion },
  { method: 'GET', path: `${v142}/accounts/{id}/overdrafts`, steps: notInThisVersion },
  { method: 'GET', path: `${v142}/accounts/{id}/transactions/details`, steps: notInThisVersion },
  { method: 'GET', path: `${v142}/accounts/{id}/transactions/{transactionId}/details`, steps: notInThisVersion },

  { method: 'POST', path: `${v142}/payment-requests`, steps: [...asPisp, actsForItself, createPayment] },
  {
    method: 'GET',
    path: `${v142}/payment-requests/{id}`,
    steps: [...asPispReading, readPaymentRequest],
  },
  { method: 'PUT', path: `${v142}/payment-requests/{id}`, steps: [...asPisp, actsForItself, handleCancellation] },
  { method: 'POST', path: `${v142}/payment-requests/{id}/o-confirmation`, steps: [...asPisp, confirmWithCode] },
  {
    method: 'POST',
    path: `${v142}/payment-requests/{id}/confirmation`,
    steps: [...asPisp, actsForItself, confirmPayment],
  },

  { method: 'POST', path: '/vop/v1/payee-verifications', steps: [...asVerifier, verifyPayee] },
]
