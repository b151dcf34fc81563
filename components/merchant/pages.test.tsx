import { cancellationReasons } from '@guichet/stet/terms/payment-request.ts'
import { formatMessage } from '@guichet/values/text/message.ts'
import { describe, expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import { LastTry } from '#components/refunds/list.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { memberRoles } from '#lib/domain/merchant/membership.ts'
import { cancellationConditions } from '#lib/domain/payments/attempt/cancellation.ts'
import { paymentEventTypes } from '#lib/domain/payments/attempt/event.ts'
import { attemptStatuses, paymentReasons } from '#lib/domain/payments/attempt/machine.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { refundTries } from '#lib/domain/payments/refund/rules.ts'
import { conversionSteps, funnelOf } from '#lib/domain/payments/transfer/conversion.ts'
import type { MerchantTotalsView } from '#lib/views/merchant.ts'
import type { AttemptView } from '#lib/views/payment.ts'
import { drawText } from '#testing/components/draw.tsx'
import { orderSummary } from '#testing/components/views.ts'
import { AttemptCard } from './attempt-card.tsx'
import { CancellationPanel } from './cancellation-panel.tsx'
import { LinkAmount } from './link-list.tsx'
import { BanksCard, DaysCard, StepsCard, TotalsCards } from './overview-board.tsx'
import { EventText, PaymentStatus, ReasonText } from './payment-status.tsx'
import { PaymentTable } from './payment-table.tsx'

/** Merchants' pages in both languages: no text is missing, and nothing unpaid is called paid. */

const period = {
  created: { count: 2, amount: '25.00' },
  executed: { count: 1, amount: '1234.50' },
  confirmed: { count: 0, amount: '0.00' },
  rejectedAttempts: 3,
}
const steps = [
  ...funnelOf(
    new Map([
      [0, 1],
      [5, 1],
    ]),
  ),
]
const totals: MerchantTotalsView = {
  mode: 'test',
  today: period,
  month: period,
  held: 0,
  steps,
  days: [{ day: '2026-06-15', count: 1, amount: '1234.50' }],
  banks: [{ bankCode: '19870', bankName: 'Banque du Littoral', attempts: 2, steps }],
}

const at = '2026-11-21T10:00:00.000Z'
const heldAttempt: AttemptView = {
  id: '0a0a0a0a-0000-4000-8000-000000000001',
  bankCode: '19870',
  bankName: 'Banque du Littoral',
  status: 'held',
  reason: null,
  bankStatus: 'ACSP',
  bankReason: null,
  mismatches: [],
  debtorIban: null,
  isInstant: false,
  instructions: [],
  executionDate: '2026-11-21',
  cancellations: [],
  createdAt: at,
  authorisedAt: null,
  confirmedAt: null,
  finishedAt: null,
  expiresAt: at,
  unanswered: null,
  isUnread: false,
  unreadableSince: null,
}

describe.each(['fr', 'en'] as const)('in %s', locale => {
  const words = messages[locale].merchant

  test.each(orderStatuses)('%s has its word, and only what was executed is called paid', status => {
    const text = drawText(locale, <PaymentStatus status={status} />)
    const isPaid = status === 'executed' || status === 'partly_executed'
    expect(/pay[ée](?!e?ment|r)|\bpaid\b/i.test(text)).toBe(isPaid)
    expect(words.statusTexts[status]).toMatch(/\.$/)
  })

  test.each(attemptStatuses)('an attempt that is %s has its word', status => {
    expect(words.attemptStatuses[status]).not.toMatch(/\bpaid\b|payée/i)
  })

  test('a held payment shows how the bank’s copy differs', () => {
    const mismatches = [
      { field: 'instructions.0.amount', asked: '1250.00', held: '1205.00' },
      { field: 'creditor.iban', asked: '…3000', held: '…6199' },
      { field: 'instructions.0.melted', asked: 'a', held: 'b' },
      { field: 'instructions.0.frequency', asked: null, held: 'DAIL' },
      { field: 'executionDate', asked: '2026-11-21', held: null },
    ]
    const attempt = { ...heldAttempt, mismatches }
    const text = drawText(locale, <AttemptCard attempt={attempt} kind="checkout" />)
      .replace(/\s/g, ' ')
      .replaceAll('\u2060', '')
    const { names, nothing, unreadable } = words.mismatch
    const others = [names.recurrence, nothing, names.date, unreadable]
    const amounts = locale === 'fr' ? ['1 250,00 €', '1 205,00 €'] : ['€1,250.00', '€1,205.00']
    for (const part of [...amounts, ...others, '…3000', '…6199', names.amount, names.iban, names.other])
      expect(text).toContain(part)
    expect(drawText(locale, <AttemptCard attempt={heldAttempt} kind="checkout" />)).not.toContain(words.mismatch.title)
  })

  test('a lost answer is explained, with since when and until when', () => {
    const unanswered = { since: at, until: '2026-12-26T10:00:00.000Z' }
    const attempt = { ...heldAttempt, status: 'confirming', unanswered } as const
    const text = drawText(locale, <AttemptCard attempt={attempt} kind="checkout" />)
    expect(text).toContain(words.unanswered.payer)
    expect(text).toContain(locale === 'fr' ? '26 décembre 2026' : '26 December 2026')
  })

  test.each(refundTries)(
    'a refund whose latest try is %s says so, with the bank, and its reason only where the bank refused',
    how => {
      const text = drawText(locale, <LastTry how={how} bankName="Banque du Littoral" reason="AC04" mayAct />)
      const { title, text: said } = messages[locale].reconciliation.refunds.tries[how]
      expect(text).toContain(formatMessage(title, nameBank('Banque du Littoral'), locale))
      expect(text).toContain(said)
      expect(text.includes('AC04')).toBe(how === 'refused_by_bank')
      const read = drawText(locale, <LastTry how={how} bankName="Banque du Littoral" reason="AC04" mayAct={false} />)
      expect(read.includes(said)).toBe(how === 'unanswered')
    },
  )

  test('an attempt has the payer’s account, unless the merchant itself pays a refund', () => {
    const draw = (kind: 'checkout' | 'refund') =>
      drawText(locale, <AttemptCard attempt={heldAttempt} kind={kind} />).includes(words.payment.payerIban)
    expect([draw('checkout'), draw('refund')]).toEqual([true, false])
  })

  test('a refund in doubt warns of a second one, and asks nobody to wait before they ship', () => {
    const doubts: Partial<AttemptView>[] = [
      { unanswered: { since: at, until: at } },
      { isUnread: true },
      { unreadableSince: at },
    ]
    for (const doubt of doubts) {
      const text = drawText(locale, <AttemptCard attempt={{ ...heldAttempt, ...doubt }} kind="refund" />)
      expect(text).not.toMatch(/ship|expédi/)
      expect(text).toMatch(/second|35/)
    }
  })

  test('a payment that can no longer be read says since when, and does not claim that the bank is still asked', () => {
    const unanswered = { since: at, until: '2026-12-26T10:00:00.000Z' }
    const attempt = { ...heldAttempt, status: 'confirming', unanswered, unreadableSince: unanswered.until } as const
    const text = drawText(locale, <AttemptCard attempt={attempt} kind="checkout" />)
    expect(text).toContain(formatMessage(words.unreadable.title, nameBank(heldAttempt.bankName), locale))
    expect(text).toContain(locale === 'fr' ? 'Depuis le 26 décembre 2026' : 'Since 26 December 2026')
    expect(text).not.toContain(words.unanswered.until.split('{')[0])
  })

  test.each(paymentEventTypes)('%s is told, and nobody is called the payer of a refund', type => {
    expect(drawText(locale, <EventText type={type} kind="checkout" />)).not.toContain(type)
    const ofRefund = drawText(locale, <EventText type={type} kind="refund" />)
    expect(ofRefund).not.toContain(type)
    expect(ofRefund).not.toMatch(/payer|payeur/i)
  })

  test('an unknown event or reason is shown unchanged', () => {
    expect(drawText(locale, <EventText type="order.melted" kind="checkout" />)).toContain('order.melted')
    expect(drawText(locale, <ReasonText code="ZZ99" />)).toContain('ZZ99')
  })

  test.each(paymentReasons)('%s is said in words, with its code', code => {
    const text = drawText(locale, <ReasonText code={code} />)
    expect(text).toContain(`(${code})`)
    expect(text.replace(`(${code})`, '').trim()).not.toBe('')
  })

  test('every condition of a cancellation is named; the button to the bank is shown only if all are met', () => {
    const panel = (failing: string | null, isFresh: boolean) =>
      drawText(
        locale,
        <CancellationPanel
          paymentId="p"
          organisation="o"
          isFresh={isFresh}
          check={{
            conditions: cancellationConditions.map(condition => ({ condition, holds: condition !== failing })),
            mayCancel: failing === null,
          }}
        />,
      )
    for (const name of cancellationConditions) {
      expect(panel(name, true)).toContain(words.cancel.names[name].replaceAll("'", '’'))
      expect(panel(name, true)).not.toContain(words.cancel.go)
    }
    expect(panel(null, true)).toContain(words.cancel.go)
    for (const reason of cancellationReasons) expect(panel(null, true)).toContain(words.cancel.reasons[reason])
    expect(panel(null, false)).not.toContain(words.cancel.go)
  })

  test('every chart has its numbers next to it', () => {
    const text = drawText(
      locale,
      <>
        <TotalsCards totals={totals} />
        <DaysCard totals={totals} />
        <StepsCard totals={totals} />
        <BanksCard totals={totals} />
      </>,
    )
    for (const step of conversionSteps) expect(text).toContain(words.steps[step])
    expect(text).toContain('Banque du Littoral')
    expect(text).toMatch(locale === 'fr' ? /1\s234,50/ : /1,234\.50/)
    expect(text.split(words.overview.table).length - 1).toBe(3)
  })

  test('an open amount is shown with its bounds', () => {
    const euro = (amount: string) => ({ amount, currency: 'EUR' })
    const say = (min: string | null, max: string | null) =>
      drawText(locale, <LinkAmount link={{ amount: null, min: min ? euro(min) : null, max: max ? euro(max) : null }} />)
    expect(say(null, null)).toBe(words.links.openAmount)
    expect(say('5.00', null)).toMatch(/5[.,]00/)
    expect(say('5.00', '50.00')).toMatch(/5[.,]00.*50[.,]00/)
    expect(say(null, '50.00')).toMatch(/50[.,]00/)
  })

  test('every role is explained', () => {
    for (const role of memberRoles) expect(words.roleTexts[role]).toMatch(/\.$/)
  })

  test('a refund among payments is outgoing, and is never called paid', () => {
    const refund = { ...orderSummary, kind: 'refund', status: 'executed' } as const
    const text = drawText(locale, <PaymentTable payments={[refund]} caption="x" />)
    expect(text).toMatch(/\u2212/)
    expect(text).toContain(messages[locale].reconciliation.refunds.statuses.executed)
    expect(text).not.toContain(words.statuses.executed)
  })
})
