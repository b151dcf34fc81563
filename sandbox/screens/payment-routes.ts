import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { balancesOf } from '#sandbox/ais/balances.ts'
import type { Bank } from '#sandbox/banks.ts'
import { bankDay } from '#sandbox/people/today.ts'
import { consentPath } from '#sandbox/pis/consent-link.ts'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { findAccountOf } from '#sandbox/store/accounts.ts'
import { type PaymentVisit, speakInPaymentVisit } from '#sandbox/store/payment-visits.ts'
import { findPerson } from '#sandbox/store/people.ts'
import { type Choice, type PaymentView, renderPaymentStep } from './payment-screens.ts'
import {
  endPaymentWhenTimedOut,
  paymentActions,
  readPaymentVisit,
  readSubject,
  submitPaymentForm,
  welcome,
} from './payment-visit.ts'
import { isSameBrowser } from './sign-in.ts'
import type { Problem } from './texts.ts'
import {
  allowForms,
  answer,
  bodyBytes,
  type Env,
  isOwnForm,
  isPrefetch,
  languageOf,
  problem,
  rememberIdentifier,
  shuffleDigits,
  startUrlOf,
  type Visit,
} from './visit.ts'

/** The screens of payments and cancellations (document 2): where the links of `consentApproval` lead. */
export function addPaymentRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  app.get(consentPath, visit => begin(sandbox, visit))
  app.get(`${consentPath}/:id`, visit => show(sandbox, visit))
  app.post(
    `${consentPath}/:id/:action`,
    bodyLimit({ maxSize: bodyBytes, onError: visit => problem(sandbox, visit, 'too_large', 413) }),
    visit => submit(sandbox, visit),
  )
  app.get(`${consentPath}/:id/:action`, visit => visit.redirect(`${consentPath}/${visit.req.param('id')}`, 303))
}

function begin(sandbox: Sandbox, visit: Visit): Response | Promise<Response> {
  const bank = visit.get('bank')
  if (!bank) return visit.notFound()
  // A look ahead by a browser or a mail scanner must not use the nonce up.
  if (isPrefetch(visit)) return visit.body(null, 204)
  const query = new URL(visit.req.url).searchParams
  const [paymentId, nonce] = [query.getAll('paymentRequestResourceId'), query.getAll('nonce')]
  if (paymentId.length !== 1 || nonce.length !== 1) return problem(sandbox, visit, 'unknown_payment', 404)
  const link = { paymentId: paymentId[0] ?? '', nonce: nonce[0] ?? '' }
  const welcomed = welcome(sandbox, bank, link, languageOf(visit))
  if (welcomed.kind === 'unknown') return problem(sandbox, visit, 'unknown_payment', 404)
  if (welcomed.kind === 'used') return problem(sandbox, visit, 'nonce_used', 410)
  if (welcomed.kind === 'send_back') return visit.redirect(welcomed.url, 303)
  const path = `${consentPath}/${welcomed.visit.id}`
  // One cookie per visit, so two tabs work. Lax, because the customer comes from the TPP's site.
  setCookie(visit, 'payment', welcomed.browserSecret, { path, httpOnly: true, sameSite: 'Lax' })
  return visit.redirect(path, 303)
}

type Loaded = { ok: true; bank: Bank; journey: PaymentVisit; path: string } | { ok: false; problem: Problem }

function load(sandbox: Sandbox, visit: Visit): Loaded {
  const bank = visit.get('bank')
  const journey = bank ? readPaymentVisit(sandbox, bank, visit.req.param('id') ?? '') : null
  if (!bank || !journey) return { ok: false, problem: 'unknown_request' }
  if (!isSameBrowser(journey, getCookie(visit, 'payment'))) return { ok: false, problem: 'other_browser' }
  return { ok: true, bank, journey, path: `${consentPath}/${journey.id}` }
}

function show(sandbox: Sandbox, visit: Visit): Response | Promise<Response> {
  const loaded = load(sandbox, visit)
  if (!loaded.ok) return problem(sandbox, visit, loaded.problem, loaded.problem === 'unknown_request' ? 404 : 403)
  const { journey, bank, path } = loaded
  const late = endPaymentWhenTimedOut(sandbox, journey)
  if (late) return answer(sandbox, visit, late, path, whoseCallback(sandbox, journey))
  if (visit.req.query('lang') !== undefined) {
    speakInPaymentVisit(sandbox.db, bank.code, journey.id, languageOf(visit))
    return visit.redirect(path, 303)
  }
  const view = viewOf(sandbox, visit, bank, journey, path)
  const { successUrl, failureUrl } = view.payment
  allowForms(visit, successUrl, ...(failureUrl === null ? [] : [failureUrl]))
  return visit.html(renderPaymentStep(view))
}

function viewOf(sandbox: Sandbox, visit: Visit, bank: Bank, journey: PaymentVisit, path: string): PaymentView {
  const { payment, cancellation } = readSubject(sandbox, journey)
  const { personId, accountId } = journey
  return {
    visit: journey,
    payment,
    cancellation,
    choices: journey.step === 'account' && personId !== null ? choicesOf(sandbox, payment, personId) : [],
    account: personId !== null && accountId !== null ? findAccountOf(sandbox.db, personId, accountId) : null,
    organisationId: payment.organisationId,
    bank,
    path,
    startUrl: startUrlOf(visit),
    now: sandbox.clock.now(),
    keypad: shuffleDigits(),
    rememberedIdentifier: getCookie(visit, 'identifier') ?? null,
    person: personId === null ? null : findPerson(sandbox.db, personId),
  }
}

/** The accounts that can pay, with what is on each right now. */
function choicesOf(sandbox: Sandbox, payment: PaymentView['payment'], personId: string): Choice[] {
  bankDay(sandbox)
  return eligibleAccounts(sandbox, payment, personId).map(account => {
    const instant = balancesOf(sandbox.db, account, sandbox.clock.now()).find(({ type }) => type === 'OTHR')
    return { account, balanceMinor: instant?.amountMinor ?? 0n }
  })
}

async function submit(sandbox: Sandbox, visit: Visit): Promise<Response> {
  const loaded = load(sandbox, visit)
  if (!loaded.ok) return problem(sandbox, visit, loaded.problem, loaded.problem === 'unknown_request' ? 404 : 403)
  if (!isOwnForm(visit)) return problem(sandbox, visit, 'foreign_form', 403)
  const action = paymentActions.find(name => name === visit.req.param('action'))
  if (!action) return problem(sandbox, visit, 'not_found', 404)
  const form = new URLSearchParams(await visit.req.text())
  const { bank, journey, path } = loaded
  const outcome = submitPaymentForm(sandbox, bank, journey, action, form)
  if (action === 'identifier') rememberIdentifier(visit, bank, form)
  return answer(sandbox, visit, outcome, path, whoseCallback(sandbox, journey))
}

function whoseCallback(sandbox: Sandbox, journey: PaymentVisit) {
  const { bankCode, clientId } = readSubject(sandbox, journey).payment
  return { bankCode, clientId, personId: journey.personId }
}
