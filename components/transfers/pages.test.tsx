import { describe, expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import { cancellationConditions } from '#lib/domain/payments/attempt/cancellation.ts'
import { isCompared, payeeAnswers } from '#lib/domain/payments/payee/verification.ts'
import { emptyTransfer, transferFaults } from '#lib/domain/payments/transfer/form.ts'
import { type OfferRefusal, offerRefusals } from '#lib/domain/payments/transfer/offer.ts'
import { type TransferState, transferStates } from '#lib/domain/payments/transfer/state.ts'
import type { AttemptView, OrderView } from '#lib/views/payment.ts'
import type { TransferLineView } from '#lib/views/transfer.ts'
import type { TransferSource } from '#lib/views/transfer-page.ts'
import { draw, drawText, littoral } from '#testing/components/draw.tsx'
import { legal, orderSummary } from '#testing/components/views.ts'
import { BackFromBank } from './back-from-bank.tsx'
import { CancelForm } from './cancel-form.tsx'
import { TransferForm } from './form.tsx'
import { TransferList } from './list.tsx'
import { TransferReceipt } from './receipt.tsx'
import { ReceiptProofCard } from './receipt-proof.tsx'
import { TransferResult } from './result.tsx'
import { SourceList } from './source-list.tsx'
import { TransferSummary } from './summary.tsx'

/** Pages of transfers as a person sees them, in both languages, without technical words. */

const source: TransferSource = {
  account: {
    id: 'a',
    connectionId: 'c',
    isBlocked: false,
    name: 'Courant',
    iban: 'FR7719870000010000000000138',
    balance: { amountMinor: 500n, currency: 'EUR' },
  },
  offer: { single: null, several: null, instant: null },
  bank: littoral,
  mode: 'test',
}
const plan = {
  creditor: { name: 'Garage Lenoir', iban: 'DE89370400440532013000', bic: null },
  payments: [{ amountMinor: 123456n, remittance: 'Facture 7' }],
  executionDate: null,
  recurrence: null,
  isInstant: false,
}

const { id } = orderSummary

const lineOf = (state: TransferState): TransferLineView => ({
  ...orderSummary,
  status: 'open',
  state,
  isInstant: true,
  creditorAccount: 'FR76 •••• 2260',
  day: '2026-11-21',
  nextDay: null,
  recurrence: { frequency: 'TOWK', executionRule: 'FWNG', endDate: null },
})

/** The page of a transfer that the bank accepted. */
function resultOf(state: TransferState, unreadableSince: string | null): Parameters<typeof TransferResult>[0] {
  const progress = { id, state, isUnsettled: false, unreadableSince, version: 1, cancellation: null }
  const order: OrderView = {
    ...orderSummary,
    creditorIban: plan.creditor.iban,
    verification: null,
    creditorBic: null,
    lineItems: [],
    categoryPurpose: 'CASH',
    executionDate: null,
    instant: 'never',
    preferredBank: null,
    recurrence: null,
    returnUrl: null,
    cancelUrl: null,
    metadata: null,
    linkId: null,
    refundOfId: null,
    attempts: [],
    timeline: [],
  }
  return { transfer: { order, progress, line: lineOf(state), booked: [], toRead: [] }, bankName: 'B' }
}

const known = { source, plan, legal, isNewPayee: false, payeeBank: null, draftId: 'd' }

const instruction = (instructionId: string) => ({
  instructionId,
  endToEndId: 'E',
  amount: { amount: '1.00', currency: 'EUR' },
  remittance: [],
  bankStatus: null,
  bankReason: null,
})
const attemptOf = (...ids: string[]) =>
  ({ bankName: littoral.name, instructions: ids.map(instruction) }) as unknown as AttemptView

const plain = (text: string) => text.replace(/\s+/g, ' ')

describe.each(['fr', 'en'] as const)('in %s', locale => {
  const words = messages[locale].transfers
  const blank = {
    faults: [],
    payees: [],
    own: [],
    banks: {},
    today: '2026-11-21',
    source,
    typed: emptyTransfer({ accountId: 'a', bankCode: null, locale }),
  }

  test('the summary shows payee, whole IBAN, amount and warnings, and posts without JavaScript', () => {
    const markup = plain(draw(locale, <TransferSummary {...known} isNewPayee nameCheck={null} verification={null} />))
    const amount = locale === 'fr' ? '1 234,56 €' : '€1,234.56'
    for (const said of [
      'Garage Lenoir',
      'DE89 3704 0044 0532 0130 00',
      amount,
      words.summary.lowTitle,
      words.summary.newTitle,
    ])
      expect(markup).toContain(plain(said))
    expect(markup).toMatch(/<form [^>]*action="\/transfers\/new\/d\/start" method="post"/)
    expect(markup, 'the account debited is masked').not.toContain('1987 0000 0100')
    expect(markup).toContain(plain(words.summary.legalTimeText))
    const recurrence = { frequency: 'MNTH', executionRule: 'FWNG', endDate: null } as const
    const standing = { ...known, plan: { ...plan, executionDate: '2026-12-31', recurrence } }
    expect(plain(draw(locale, <TransferSummary {...standing} nameCheck={null} verification={null} />))).toContain(
      plain(words.summary.legalTimeEach),
    )
  })

  test('a sufficient or unknown balance gives no warning', () => {
    const rich = {
      ...source,
      account: source.account && { ...source.account, balance: { amountMinor: 123456n, currency: 'EUR' } },
    }
    for (const one of [rich, { ...source, account: null }]) {
      const markup = draw(locale, <TransferSummary {...known} source={one} nameCheck={null} verification={null} />)
      expect(markup).not.toContain(words.summary.lowTitle)
      expect(markup).not.toContain(words.summary.newTitle)
    }
  })

  test('the form offers what the account supports, and does not mention the rest', () => {
    const form = (offer: TransferSource['offer']) =>
      plain(draw(locale, <TransferForm {...blank} draftId="d1" source={{ ...source, offer }} />))
    expect(form(source.offer)).toContain('name="instant"')
    expect(form(source.offer)).toContain(plain(words.form.addPayment))
    const little = form({ single: null, several: 'not_in_features', instant: 'features_untold' })
    expect(little).not.toContain('name="instant"')
    expect(little).not.toContain(plain(words.form.addPayment))
    expect(little).not.toContain(words.form.instant)
  })

  test('an IBAN pasted with its name is shown without it', () => {
    const typed = { ...blank.typed, iban: 'iban: FR77 1987 0000 0100 0000 0000 138' }
    const markup = draw('fr', <TransferForm {...blank} typed={typed} draftId="d" />)
    expect(markup).toContain('value="FR77 1987 0000 0100 0000 0000 138"')
  })

  test.each(transferFaults)('the fault %s has its words beside its field', fault => {
    const markup = draw(locale, <TransferForm {...blank} draftId="d" faults={[{ field: 'amount.0', fault }]} />)
    expect(markup).toContain('href="#transfer-amount-0"')
    expect(markup).toContain('id="transfer-amount-0-error"')
    expect(markup).toContain(words.faults[fault])
  })

  test.each(offerRefusals)('an account that can’t send says what keeps it from it, or is left out: %s', refusal => {
    const said: Partial<Record<OfferRefusal, readonly string[]>> = {
      connection_ended: [words.source.connection_ended, 'href="/link/19870"'],
      consent_missing: [words.source.consent_missing, 'href="/connections/c/consent"'],
    }
    const offer = { single: refusal, several: refusal, instant: refusal }
    const markup = draw(locale, <SourceList sources={[{ ...source, offer }]} banks={[]} />)
    for (const part of Object.values(said).flat())
      expect(markup.includes(part)).toBe(said[refusal]?.includes(part) ?? false)
    expect(markup.includes('Courant')).toBe(said[refusal] !== undefined)
    expect(markup).not.toContain('/transfers/new?from=')
  })

  test.each([true, false])('an account that the bank blocks says so: %s', isBlocked => {
    const account = source.account && { ...source.account, isBlocked }
    const markup = draw(locale, <SourceList sources={[{ ...source, account }]} banks={[]} />)
    expect(markup.includes(words.source.blocked)).toBe(isBlocked)
  })

  test('many accounts to send from are searched, a few are not', () => {
    const sources = Array.from({ length: 8 }, (_, at) => ({
      ...source,
      account: source.account && { ...source.account, id: `a${at}` },
    }))
    const show = (shown: typeof sources) => draw(locale, <SourceList sources={shown} banks={[]} />)
    expect(show(sources)).toContain(words.source.search)
    expect(show(sources).match(/\/transfers\/new\?from=a\d/g)).toHaveLength(8)
    expect(show(sources.slice(1))).not.toContain(words.source.search)
  })

  test('payees are radio buttons, searched by name; none shows a whole IBAN', () => {
    const payees = Array.from({ length: 6 }, (_, at) => ({
      id: `p${at}`,
      name: `Payee ${at}`,
      iban: plan.creditor.iban,
      bic: null,
      bankName: null,
      verification: null,
      isNew: false,
      updatedAt: '2026-11-21T10:00:00Z',
    }))
    const typed = { ...blank.typed, to: 'payee:p1' }
    const form = (count: number) =>
      draw(locale, <TransferForm {...blank} draftId="d1" payees={payees.slice(0, count)} typed={typed} />)
    expect([...form(6).matchAll(/type="radio"[^>]*name="to"[^>]*value="([^"]+)"/g)].map(([, value]) => value)).toEqual([
      ...payees.map(({ id }) => `payee:${id}`),
      'new',
    ])
    expect(/<input[^>]*checked=""[^>]*value="payee:p1"/.test(form(6))).toBe(true)
    expect(form(6)).toContain('type="search"')
    expect(form(3)).not.toContain('type="search"')
    expect(form(6)).not.toContain('0440 5320')
  })

  test.each(['own', 'paid'] as const)('a name that is known for the IBAN is confirmed, another is shown: %s', from => {
    const said = (match: 'same' | 'close' | 'different') =>
      drawText(
        locale,
        <TransferSummary {...known} nameCheck={{ match, known: 'Zoé Lefèvre', from }} verification={null} />,
      )
    expect(said('same')).toContain(words.nameCheck[from].same)
    expect(said('same')).not.toContain('Zoé')
    for (const match of ['close', 'different'] as const) {
      expect(said(match)).toContain(words.nameCheck[`${match}Title`])
      expect(said(match)).toContain('Zoé Lefèvre')
    }
  })

  test.each(payeeAnswers)(
    'the verification %s is told before the bank, with its date if it was asked; the name only with a close match',
    answer => {
      const said = drawText(
        locale,
        <TransferSummary
          {...known}
          nameCheck={{ match: 'same', known: plan.creditor.name, from: 'paid' }}
          verification={{
            answer,
            matchedName: answer === 'close_match' ? 'Zoé Lefèvre' : null,
            source: 'bank',
            verifiedAt: '2026-11-21T09:00:00.000Z',
          }}
        />,
      )
      const { bank, notTitle, unknownTitle, oftenTitle, wordsTitle, free } = messages[locale].verification
      const titles = {
        match: bank.matchTitle,
        close_match: bank.closeTitle,
        no_match: bank.noneTitle,
        not_possible: notTitle,
        holder_unknown: unknownTitle,
        asked_too_often: oftenTitle,
        too_many_words: wordsTitle,
      }
      expect(said).toContain(titles[answer])
      expect(said.includes('2026')).toBe(isCompared(answer) || answer === 'not_possible')
      expect(said.includes('Zoé Lefèvre')).toBe(answer === 'close_match')
      expect(said.includes(free)).toBe(answer !== 'match')
      expect(said.includes(words.nameCheck.paid.same)).toBe(!isCompared(answer))
    },
  )

  test.each(transferStates)('the state %s is a word in the list, and only "executed" says so', state => {
    const past = [lineOf(state)]
    const markup = draw(locale, <TransferList list={{ standing: [], coming: [], past, nextCursor: null }} />)
    expect(markup).toContain(words.states[state].word)
    expect(markup.includes(`>${words.states.executed.word}<`)).toBe(state === 'executed')
  })

  test.each(['unanswered', 'accepted', 'standing', 'scheduled'] as const)(
    '%s when the bank can no longer be asked: said, with no way to cancel and nothing promised',
    state => {
      const said = (unreadableSince: string | null) =>
        draw(locale, <TransferResult {...resultOf(state, unreadableSince)} />)
      const { asked, unreadable, cancel } = words.result
      const [promise, end] = [asked, unreadable.split('{since}')[0] ?? '']
      const isWaiting = state === 'unanswered' || state === 'accepted'
      expect([promise, end, cancel].map(text => said(null).includes(text))).toEqual([isWaiting, false, true])
      expect([promise, end, cancel].map(text => said('2026-12-26T10:00:00.000Z').includes(text))).toEqual([
        false,
        true,
        false,
      ])
    },
  )

  test('what the bank did is said once: a cancelled transfer, and a cancellation of some payments', () => {
    const sentence = words.result.cancellation.executed
    const said = (state: TransferState) => {
      const { transfer, bankName } = resultOf(state, null)
      const progress = { ...transfer.progress, cancellation: 'executed' as const }
      return draw(locale, <TransferResult transfer={{ ...transfer, progress }} bankName={bankName} />)
    }
    expect(words.states.cancelled.text).toBe(sentence)
    expect([said('cancelled'), said('partly_executed')].map(text => text.split(sentence).length - 1)).toEqual([1, 1])
  })

  test('each unmet condition of a cancellation is a sentence; met ones are not mentioned', () => {
    const attempt = attemptOf('I')
    for (const holds of [true, false]) {
      const conditions = cancellationConditions.map(condition => ({ condition, holds }))
      const markup = draw(locale, <CancelForm orderId="o" attempt={attempt} offer={{ conditions, mayCancel: holds }} />)
      for (const condition of cancellationConditions)
        expect(markup.includes(words.conditions[condition]), 'only what stands in the way').toBe(!holds)
      expect(markup.includes('action="/transfers/o/cancel/start"')).toBe(holds)
    }
  })

  test('some of several payments can be chosen if one was executed, but not if it is too late for all', () => {
    const attempt = attemptOf('I', 'J')
    const form = (failing: string) => {
      const conditions = cancellationConditions.map(condition => ({ condition, holds: condition !== failing }))
      return draw(locale, <CancelForm orderId="o" attempt={attempt} offer={{ conditions, mayCancel: false }} />)
    }
    expect(form('instruction_status')).toContain('name="instruction"')
    expect(form('instruction_status')).not.toContain('value="whole"')
    expect(form('next_day')).not.toContain('action="/transfers/o/cancel/start"')
  })

  test('a visitor not signed in as the sender is asked to sign in, and sees no details', () => {
    expect(draw(locale, <BackFromBank orderId="o" name={null} />)).toContain('/signin?next=%2Ftransfers%2Fo')
    expect(draw(locale, <BackFromBank orderId="o" name="Zoé" />)).not.toContain('/signin')
  })

  test('a receipt has our name, both parties, masked accounts and the way to verify it', () => {
    const { transfer } = resultOf('executed', null)
    const markup = draw(
      locale,
      <TransferReceipt
        transfer={transfer}
        legal={legal}
        payer="Camille Durand"
        at="2026-11-21T10:00:00Z"
        address="https://guichet.example/receipts/P/S"
      />,
    )
    for (const said of ['guichet', 'Camille Durand', 'X', 'DE89', '3000', legal.name]) expect(markup).toContain(said)
    expect(markup).not.toContain('0440 0532')
    expect(markup).toContain('href="https://guichet.example/receipts/P/S"')
    expect(markup).toContain(`aria-label="${words.receipt.qr}"`)
    expect(markup).not.toContain(words.receipt.notPaid)
  })

  test.each(transferStates)('a receipt that is verified says “executed” of that alone: %s', state => {
    const proof = {
      state,
      amount: { amount: '1.00', currency: 'EUR' },
      day: '2026-11-21',
      bankName: null,
      payer: 'C••• D•••',
      payee: 'G••• L•••',
      payeeAccount: 'DE89 •••• 3000',
    }
    const said = drawText(locale, <ReceiptProofCard proof={proof} at="2026-11-21T10:00:00Z" />)
    expect(said.includes(words.proof.paidTitle)).toBe(state === 'executed')
    expect(said.includes(words.proof.notPaidTitle)).toBe(state !== 'executed')
  })

  test('a receipt URL with an invalid signature is called invalid', () => {
    expect(drawText(locale, <ReceiptProofCard proof={null} at="2026-11-21T10:00:00Z" />)).toContain(
      words.proof.noneTitle,
    )
  })
})
