import type { Hono } from 'hono'
import { balancesOf } from '#sandbox/ais/balances.ts'
import type { Bank } from '#sandbox/banks.ts'
import { bankDay } from '#sandbox/people/today.ts'
import { consentPath } from '#sandbox/pis/consent-link.ts'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findAccountOf } from '#sandbox/store/accounts.ts'
import { allowForms, type Call, type Env, isPrefetch, languageOf, problem } from './call.ts'
import { type Choice, type PaymentView, renderPaymentStep } from './payment-pages.ts'
import { paymentVisitType, readSubject, welcome } from './payment-visit.ts'
import { addVisitRoutes, frameOf, type Here, type VisitRoutes } from './visit-routes.ts'

/** The screens of payments and cancellations (document 2), opened by `consentApproval` links. */
export function addPaymentRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  const routes: VisitRoutes<'payment'> = {
    path: consentPath,
    visitType: paymentVisitType,
    remembers: true,
    clientIdOf: visit => readSubject(sandbox, visit).payment.clientId,
    aboutOf: visit => JSON.stringify(readSubject(sandbox, visit).payment.body),
    begin: (call, bank) => begin(sandbox, call, bank),
    show(here) {
      const view = viewOf(sandbox, here)
      const { successUrl, failureUrl } = view.payment
      allowForms(here.call, successUrl, ...(failureUrl === null ? [] : [failureUrl]))
      return here.call.html(renderPaymentStep(view))
    },
  }
  addVisitRoutes(app, sandbox, routes)
}

function begin(sandbox: Sandbox, call: Call, bank: Bank): ReturnType<VisitRoutes<'payment'>['begin']> {
  // A prefetch by a browser or a mail scanner must not use the nonce up.
  if (isPrefetch(call)) return call.body(null, 204)
  const query = new URL(call.req.url).searchParams
  const [paymentId, nonce] = [query.getAll('paymentRequestResourceId'), query.getAll('nonce')]
  if (paymentId.length !== 1 || nonce.length !== 1) return problem(sandbox, call, 'unknown_payment', 404)
  const link = { paymentId: paymentId[0] ?? '', nonce: nonce[0] ?? '' }
  const welcomed = welcome(sandbox, bank, link, languageOf(call))
  if (welcomed.kind === 'unknown') return problem(sandbox, call, 'unknown_payment', 404)
  if (welcomed.kind === 'used') return problem(sandbox, call, 'nonce_used', 410)
  return welcomed.kind === 'send_back' ? call.redirect(welcomed.url, 303) : welcomed
}

function viewOf(sandbox: Sandbox, here: Here<'payment'>): PaymentView {
  const { payment, cancellation } = readSubject(sandbox, here.visit)
  const { step, personId, accountId } = here.visit
  return {
    ...frameOf(sandbox, here),
    payment,
    cancellation,
    choices: step === 'account' && personId !== null ? choicesOf(sandbox, payment, personId) : [],
    account: personId !== null && accountId !== null ? findAccountOf(sandbox.db, personId, accountId) : null,
    organisationId: payment.organisationId,
  }
}

/** The eligible accounts with their current balances. */
function choicesOf(sandbox: Sandbox, payment: PaymentView['payment'], personId: string): Choice[] {
  bankDay(sandbox)
  return eligibleAccounts(sandbox, payment, personId).map(account => {
    const instant = balancesOf(sandbox.db, account, sandbox.clock.now()).find(({ type }) => type === 'OTHR')
    return { account, balanceMinor: instant?.amountMinor ?? 0n }
  })
}
