import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import { type Fact, renderFacts } from '#sandbox/html/layout.ts'
import { cancellationReasons } from '#sandbox/pis/status.ts'
import type { PersonAccount } from '#sandbox/store/accounts.ts'
import type { Cancellation, Payment } from '#sandbox/store/payments.ts'
import type { PaymentVisit } from '#sandbox/store/visits.ts'
import { fill, type Texts, texts } from '#sandbox/texts/catalogue.ts'
import { kindOf, maskIban, sayAmount, sayIban, sayWhen, totalOf } from './payment-words.ts'
import { homeOf } from './redirect.ts'
import {
  codeScreen,
  form,
  hasFailed,
  identifierScreen,
  leaveForm,
  message,
  messageScreen,
  passwordScreen,
  progress,
  type ScreenView,
  screen,
  timer,
  type Words,
} from './sign-in-pages.ts'

/** An account to choose, with its current balance. */
export type Choice = { readonly account: PersonAccount; readonly balanceMinor: bigint }

/** Data for a screen of a payment. */
export type PaymentView = Omit<ScreenView, 'visit' | 'words' | 'names' | 'app'> & {
  readonly visit: PaymentVisit
  readonly payment: Payment
  readonly cancellation: Cancellation | null
  /** The accounts to choose from; empty before sign-in. */
  readonly choices: readonly Choice[]
  /** The account to debit, once it is known. */
  readonly account: PersonAccount | null
  /** Authorisation number of the TPP. */
  readonly organisationId: string
}

/** The screen of the current step. */
export function renderPaymentStep(view: PaymentView): Html {
  const { softwareId: software, legalName: legal } = view.payment
  const p = texts[view.visit.language].payments
  const drawn = { ...view, names: { software, legal }, app: null, words: wordsOf(view, p) }
  switch (view.visit.step) {
    case 'identifier':
      return identifierScreen(drawn)
    case 'password':
      return passwordScreen(drawn)
    case 'strong_authentication':
      return codeScreen(drawn)
    case 'account':
      return accountScreen(view, drawn, p)
    case 'validation':
      return validationScreen(view, drawn, p)
    case 'confirmation':
      return confirmationScreen(view, drawn, p)
    case 'cancellation':
      return cancellationScreen(view, drawn, p)
    case 'no_account':
      return noAccountScreen(view, drawn, p)
    case 'terminated':
      return terminatedScreen(drawn, p)
    default:
      return endedScreen(view, drawn, p)
  }
}

function wordsOf(view: PaymentView, p: Texts['payments']): Words {
  const values = valuesOf(view, p)
  const isCancellation = view.cancellation !== null
  const isValidation = view.visit.step === 'validation'
  return {
    wish: fill(isCancellation ? p.wishCancellation : p.wish, values),
    leave: isCancellation ? p.keep : p.leave,
    leaveHelp: fill(isCancellation ? p.keepHelp : p.leaveHelp, values),
    locked: fill(texts[view.visit.language].screens.locked, values),
    code: {
      title: isValidation ? p.validateTitle : p.codeTitle,
      intro: isValidation ? p.validateIntro : p.codeIntro,
      message: fill(isValidation ? validationMessage(view, p) : p.signInMessage, values),
      details: null,
    },
  }
}

/** Values for the texts' placeholders. */
function valuesOf(view: PaymentView, p: Texts['payments']): Record<string, string> {
  const { payment, visit } = view
  const concerned = concernedOf(view)
  const { amountMinor, currency } = totalOf(concerned)
  const frequency = concerned[0]?.frequency
  return {
    software: payment.softwareId,
    legal: payment.legalName,
    amount: sayAmount(visit.language, amountMinor, currency),
    payee: payment.creditorName,
    iban: sayIban(payment.creditorIban),
    count: String(concerned.length),
    each: frequency ? p.each[frequency] : '',
  }
}

/** The instructions concerned: all of a payment, the named ones of a cancellation. */
function concernedOf({ payment, cancellation }: PaymentView): Payment['instructions'] {
  if (!cancellation) return payment.instructions
  return payment.instructions.filter(({ id }) => Object.hasOwn(cancellation.reasons, id))
}

// Dynamic linking: the message with the code contains amount and payee.
function validationMessage(view: PaymentView, p: Texts['payments']): string {
  if (view.cancellation) return p.cancelMessage
  if (view.payment.instructions.length > 1) return p.validateMessageMultiple
  return view.payment.instructions[0]?.frequency ? p.validateMessageRecurrent : p.validateMessage
}

/** Foreign texts are isolated, so that a direction mark in a name does not reorder the words around it. */
const quoted = (text: string): Html => html`<bdi>${text}</bdi>`

/** The transfer in words: amount, payee, day, account, TPP. */
function describeTransfer(view: PaymentView, p: Texts['payments']): Html {
  const { payment, visit, now } = view
  const concerned = concernedOf(view)
  const [first] = concerned
  const { amountMinor, currency } = totalOf(concerned)
  const isOne = concerned.length === 1
  const kind = fill(p.kinds[kindOf(payment, now)], { count: payment.instructions.length })
  const amount = html`<strong class="amount">${sayAmount(visit.language, amountMinor, currency)}</strong>`
  const rows: Fact[] = [
    [isOne ? p.rows.amount : p.rows.total, amount],
    [
      p.rows.payee,
      html`<strong>${quoted(payment.creditorName)}</strong><br><span class="iban">${sayIban(payment.creditorIban)}</span>`,
    ],
    [p.rows.kind, kind],
    ...(isOne && first ? oneTransfer(view, p, first) : []),
    ...debitRow(view, p),
    [
      p.rows.asker,
      fill(p.asker, { software: payment.softwareId, legal: payment.legalName, number: view.organisationId }),
    ],
  ]
  return html`${renderFacts(rows)}${isOne ? '' : manyTransfers(view, p, concerned)}`
}

function oneTransfer(view: PaymentView, p: Texts['payments'], instruction: Payment['instructions'][number]): Fact[] {
  const { lines } = instruction
  return [
    [p.rows.when, sayWhen(view, instruction)],
    ...(lines.length > 0
      ? [
          [
            p.rows.remittance,
            html`${lines.map((line, index) => html`${index > 0 ? html`<br>` : ''}${quoted(line)}`)}`,
          ] as const,
        ]
      : []),
    [p.rows.reference, quoted(instruction.endToEndId)],
  ]
}

function debitRow(view: PaymentView, p: Texts['payments']): Fact[] {
  const { account, payment } = view
  if (account) return [[p.rows.debit, html`${account.name}<br><span class="iban">${maskIban(account.iban)}</span>`]]
  return payment.debtorIban === null
    ? []
    : [[p.rows.debit, html`<span class="iban">${sayIban(payment.debtorIban)}</span>`]]
}

function manyTransfers(view: PaymentView, p: Texts['payments'], concerned: Payment['instructions']): Html {
  const { language } = view.visit
  return html`<h2 class="minor">${p.rows.transfers}</h2><ol class="transfers" tabindex="0">${concerned.map(
    one => html`<li><strong>${sayAmount(language, one.amountMinor, one.currency)}</strong>
<span>${quoted(one.lines.join(' ') || one.endToEndId)}</span><span class="hint">${sayWhen(view, one)}</span></li>`,
  )}</ol>`
}

function confirmationScreen(view: PaymentView, drawn: ScreenView, p: Texts['payments']): Html {
  const words = view.visit.flow === 'short' ? p.first : p.last
  const button = fill(words.button, drawn.names)
  return screen(drawn, {
    title: words.title,
    failed: hasFailed(drawn),
    content: html`${progress(drawn)}<h1>${words.title}</h1><p class="intro">${fill(words.intro, drawn.names)}</p>${message(drawn)}
${describeTransfer(view, p)}
${form(drawn, 'confirm', html`<button class="primary">${button}</button>`)}${leaveForm(drawn)}`,
  })
}

function accountScreen(view: PaymentView, drawn: ScreenView, p: Texts['payments']): Html {
  const { language } = view.visit
  const options = view.choices.map(
    (
      { account, balanceMinor },
      index,
    ) => html`<label class="option"><input type="radio" name="account" value="${account.id}" ${index === 0 ? html`checked` : ''} required>
<span class="option-name">${account.name}</span><span class="iban">${maskIban(account.iban)}</span>
<span class="option-balance">${fill(p.account.available, { amount: sayAmount(language, balanceMinor, account.currency) })}</span></label>`,
  )
  return screen(drawn, {
    title: p.account.title,
    failed: hasFailed(drawn),
    content: html`${progress(drawn)}<h1>${p.account.title}</h1><p class="wish">${drawn.words.wish}</p>
<p class="intro">${p.account.intro}</p>${message(drawn)}
${form(
  drawn,
  'account',
  html`<fieldset class="options"><legend>${p.account.legend}</legend>${options}</fieldset>
<p class="hint">${p.account.notListed}</p><button class="primary">${p.account.choose}</button>`,
)}${leaveForm(drawn)}`,
  })
}

function validationScreen(view: PaymentView, drawn: ScreenView, p: Texts['payments']): Html {
  const back =
    view.visit.flow === 'full'
      ? form(drawn, 'account-back', html`<button class="link">${p.otherAccount}</button>`)
      : html``
  const values = valuesOf(view, p)
  const [first, ...others] = concernedOf(view)
  const isOne = others.length === 0
  const rows: Fact[] = [
    [!isOne ? p.rows.total : p.rows.amount, html`<strong class="amount">${values.amount}</strong>`],
    [
      p.rows.payee,
      html`<strong>${quoted(view.payment.creditorName)}</strong><br><span class="iban">${values.iban}</span>`,
    ],
    ...(first && isOne ? [[p.rows.when, sayWhen(view, first)] as const] : []),
    ...debitRow(view, p),
  ]
  return codeScreen(drawn, renderFacts(rows), back)
}

function cancellationScreen(view: PaymentView, drawn: ScreenView, p: Texts['payments']): Html {
  const { cancellation, payment } = view
  const isWhole = concernedOf(view).length === payment.instructions.length
  const given = [...new Set(Object.values(cancellation?.reasons ?? {}))]
  const known = cancellationReasons.filter(reason => given.includes(reason))
  const c = p.cancellation
  return screen(drawn, {
    title: c.title,
    failed: hasFailed(drawn),
    content: html`${progress(drawn)}<h1>${c.title}</h1><p class="intro">${isWhole ? c.intro : c.introSome}</p>${message(drawn)}
${renderFacts([[c.reason, html`${known.map((reason, index) => html`${index > 0 ? html`<br>` : ''}${fill(c.reasons[reason], drawn.names)}`)}`]])}
${describeTransfer(view, p)}
<div class="decide">${form(drawn, 'confirm', html`<button class="primary">${c.button}</button>`)}
${form(drawn, 'refuse', html`<button class="secondary">${p.keep}</button>`)}</div>
<p class="aside">${drawn.words.leaveHelp}</p>${timer(drawn)}`,
  })
}

function noAccountScreen(view: PaymentView, drawn: ScreenView, p: Texts['payments']): Html {
  const { debtorIban } = view.payment
  const text = view.cancellation
    ? p.noAccount.textCancellation
    : debtorIban === null
      ? p.noAccount.text
      : fill(p.noAccount.textIban, { iban: sayIban(debtorIban) })
  return messageScreen(drawn, { title: p.noAccount.title, text, button: fill(p.noAccount.back, drawn.names) })
}

function terminatedScreen(drawn: ScreenView, p: Texts['payments']): Html {
  const { title } = texts[drawn.visit.language].screens.terminated
  const button = fill(p.noAccount.back, drawn.names)
  return messageScreen(drawn, { title, text: fill(p.terminated, drawn.names), button })
}

function endedScreen(view: PaymentView, drawn: ScreenView, p: Texts['payments']): Html {
  const t = texts[drawn.visit.language].screens
  const isApproved = view.visit.outcome === 'approved'
  const said = view.cancellation
    ? isApproved
      ? p.ended.cancelled
      : p.ended.kept
    : isApproved
      ? p.ended.approved
      : p.ended.refused
  const home = homeOf(view.payment.successUrl)
  return screen(drawn, {
    title: p.ended.title,
    content: html`<h1>${p.ended.title}</h1><p class="intro">${said}</p><p>${fill(t.ended.text, drawn.names)}</p>
${home === null ? '' : html`<p><a class="button secondary" href="${home}">${fill(t.ended.back, drawn.names)}</a></p>`}`,
  })
}
