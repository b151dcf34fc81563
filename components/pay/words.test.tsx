import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import { paymentReasons } from '#lib/domain/payments/attempt/machine.ts'
import { type ReceiptView, receiptTruths } from '#lib/domain/payments/order/receipt.ts'
import { isSettled, mayChooseBank, payStages } from '#lib/domain/payments/order/stage.ts'
import { merchantFindings } from '#lib/domain/payments/payee/verification.ts'
import type { MerchantBrand, PublicLinkView } from '#lib/views/organisation.ts'
import type { PayBank, PublicOrderView } from '#lib/views/public-order.ts'
import { drawText, littoral } from '#testing/components/draw.tsx'
import { legal } from '#testing/components/views.ts'
import { HolderNotice, PayForm, PayNotice } from './form.tsx'
import { HandTransfer } from './hand-transfer.tsx'
import { LegalNotice } from './legal-notice.tsx'
import { LinkCard, linkErrors } from './link-card.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { PayResult } from './result.tsx'
import { PaySummary } from './summary.tsx'

/** All texts of the payment pages, rendered in both languages: none is missing, unfilled, or claims too much. */
const locales = ['fr', 'en'] as const

function read(locale: 'fr' | 'en', element: ReactNode): string {
  const text = drawText(locale, element)
  expect(text).not.toMatch(/\{\w+\}|undefined|NaN/)
  return text
}

const order: PublicOrderView = {
  publicId: 'A'.repeat(22),
  isTest: true,
  kind: 'checkout',
  stage: 'open',
  version: 1,
  askedUntil: '2026-12-26T09:00:00.000Z',
  isUnreadable: false,
  isSuspended: false,
  isUnread: false,
  merchant: null,
  payee: 'Librairie du Port',
  holder: null,
  isOverpaid: false,
  isReplaced: false,
  amount: { amount: '12.50', currency: 'EUR' },
  received: null,
  reference: 'Commande 4711',
  remittance: null,
  lineItems: [],
  description: null,
  executionDate: null,
  instant: 'never',
  wantsInstant: 'never',
  holderCheck: { finding: 'unchecked', at: null },
  ordinaryAt: [],
  arrivesOn: '2026-11-30',
  isRecurrent: false,
  knownDebtor: null,
  preferredBank: null,
  expiresAt: '2026-12-01T10:00:00.000Z',
  reason: null,
  bankStatus: 'ACSC',
  hasReceipt: true,
  bank: { code: '19870', name: 'Banque du Littoral' },
  goOnTo: null,
  giveUpTo: 'https://shop.example/no',
}
const choice = { preferred: null, last: null, chosen: null, query: '', wrongField: null, about: null, legal: null }
const byHand = {
  name: 'Librairie',
  iban: 'DE89370400440532013000',
  bic: null,
  amount: order.amount,
  structuredReference: 'RF18539007547034',
  isAccountRead: true,
  isMasked: false,
  epcText: null,
}

describe.each(locales)('%s', locale => {
  const { stages } = messages[locale].pay.result

  test.each(payStages)('%s: its own title, and a way on', stage => {
    const goOnTo = mayChooseBank(stage) ? null : 'https://shop.example/back'
    const text = read(locale, <PayResult order={{ ...order, stage, goOnTo }} contact={legal.contact} />)
    expect(text).toContain(stages[stage].title)
    expect(text).toContain(legal.contact)
    const isPaid = text.includes(locale === 'fr' ? ' a exécuté le virement de ' : ' executed the transfer of ')
    expect(isPaid).toBe(stage === 'paid')
    expect(text.includes(stages.open.title)).toBe(stage === 'open')
    const notAgain = locale === 'fr' ? /ne payez pas une seconde fois/ : /do not pay/
    expect(notAgain.test(text)).toBe(['asking', 'unanswered', 'held'].includes(stage))
    expect(text.includes(messages[locale].pay.result.retry)).toBe(mayChooseBank(stage) && !/^(open|part_)/.test(stage))
  })

  test.each(payStages)('from a replaced attempt, %s: said, with a way to where the payment stands', stage => {
    const text = read(locale, <PayResult order={{ ...order, stage, isReplaced: true }} contact="c" />)
    expect(text.includes(stages.replaced.title)).toBe(!isSettled(stage))
    expect(text.includes(messages[locale].pay.result.stand)).toBe(!isSettled(stage))
    if (!isSettled(stage)) expect(text).not.toContain(messages[locale].pay.result.retry)
  })

  test.each(payStages)('%s, and more than asked for has come: said', stage => {
    const words = { ...order, stage, received: { amount: '99.00', currency: 'EUR' } }
    const [exact, more] = [false, true].map(isOverpaid =>
      read(locale, <PayResult order={{ ...words, isOverpaid }} contact="c" />),
    )
    const difference = locale === 'fr' ? /pour la différence/ : /about the difference/
    expect(exact).not.toMatch(difference)
    expect(more).toMatch(difference)
  })

  test.each(['part_received', 'received', 'part_over'] as const)('%s: how much', stage => {
    const received = { amount: '7.50', currency: 'EUR' }
    for (const element of [
      <PayResult key="1" order={{ ...order, stage, received }} contact="c" />,
      <PayNotice key="2" order={{ ...order, stage, received }} />,
    ])
      expect(read(locale, element)).toMatch(/7[,.]50/)
  })

  test.each(['unanswered', 'accepted'] as const)(
    '%s when the bank can no longer be asked: said, and nothing promised',
    stage => {
      const { asked, unreadable } = messages[locale].pay.result
      const [promise, end] = [asked, unreadable].map(text => text.split('{until}')[0] ?? '')
      const open = read(locale, <PayResult order={{ ...order, stage }} contact="c" />)
      expect(open).not.toContain(end)
      expect(open.includes(promise ?? '')).toBe(stage === 'unanswered')
      const over = read(locale, <PayResult order={{ ...order, stage, isUnreadable: true }} contact="c" />)
      expect(over).toContain(end)
      expect(over).not.toContain(promise)
      expect(over).not.toContain(messages[locale].pay.result.following)
    },
  )

  test.each(paymentReasons)('%s has its words, and its code stands beside them', reason => {
    const text = read(locale, <PayResult order={{ ...order, stage: 'refused', reason }} contact="c" />)
    expect(text).toContain(reason)
    expect(text).not.toContain(messages[locale].pay.reasons.other)
  })

  test('that the payer declined is said once', () => {
    const { reasons, result } = messages[locale].pay
    const text = read(locale, <PayResult order={{ ...order, stage: 'declined', reason: 'CUST' }} contact="c" />)
    expect([text.includes('CUST'), text.includes(result.why), text.includes(reasons.CUST)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each(['fr', 'en'] as const)('every reason with words is known (%s)', language => {
    const { other: _, ...named } = messages[language].pay.reasons
    expect(Object.keys(named).filter(reason => !paymentReasons.some(known => known === reason))).toEqual([])
  })

  test('an unknown code is shown unchanged; our own codes are not shown', () => {
    const unknown = read(locale, <PayResult order={{ ...order, stage: 'refused', reason: 'ZZ99' }} contact="c" />)
    expect(unknown).toContain('ZZ99')
    expect(unknown).toContain(messages[locale].pay.reasons.other)
    const ours = read(locale, <PayResult order={{ ...order, stage: 'refused', reason: 'our_fault' }} contact="c" />)
    expect(ours).not.toContain('our_fault')
  })

  test.each(payStages.filter(mayChooseBank))('%s: the form, with its notice', stage => {
    const shown = { ...order, stage }
    const banks = [{ bank: littoral, answers: false, isInstant: false }]
    const notice = <LegalNotice legal={legal} isLater={false} />
    const text = read(
      locale,
      <>
        <PayNotice order={shown} />
        <PayForm {...choice} order={shown} banks={banks} wrongField="debtorIban" legal={notice} />
      </>,
    )
    expect(text).toContain(messages[locale].pay.errors.debtorIban)
    expect(text).toContain(messages[locale].pay.choose.down)
    expect(text).toContain(legal.authorisation)
  })

  test('what the bank will carry of a reference is shown if it differs', () => {
    const label = messages[locale].pay.choose.remittance
    const shown = { ...order, reference: 'Œuvre n° 7', remittance: 'OEuvre no 7' }
    expect(read(locale, <PaySummary order={shown} />)).toMatch(new RegExp(`Œuvre n° 7.*${label}.*OEuvre no 7`))
    expect(read(locale, <PaySummary order={order} />)).not.toContain(label)
  })

  test('the merchant’s address, contact and website are shown before paying', () => {
    const text = read(locale, <PaySummary order={{ ...order, merchant: shop }} />)
    for (const part of ['1 rue de la Paix', '75002 Paris', 'shop@guichet.example', 'shop.example']) {
      expect(text).toContain(part)
    }
  })

  test('the bank of last time is the first', () => {
    const banks = ['Alpha', 'Beta', 'Gamma'].map((name, at) => ({
      bank: { ...littoral, name, code: `1000${at}` },
      answers: true,
      isInstant: false,
    }))
    const text = read(locale, <PayForm {...choice} order={order} banks={banks} last="10001" />)
    expect(text).toMatch(/Beta.*Alpha.*Gamma/s)
  })

  test('items are shown before paying and on the receipt, with quantity, price and total', () => {
    const lineItems = [
      { name: 'Livre', quantity: 2, unitAmount: '7.50', total: '15.00' },
      { name: 'Bon d’achat', quantity: 1, unitAmount: '-2.50', total: '-2.50' },
    ]
    const texts = [
      read(locale, <PaySummary order={{ ...order, lineItems }} />),
      read(locale, <ReceiptSheet receipt={{ ...receipt, lineItems }} title="T" back="/" json={null} />),
    ]
    for (const text of texts) {
      expect(text).toMatch(/Livre.*2\u00a0×.*7[,.]50.*15[,.]00.*Bon d’achat.*\u22122?.*2[,.]50/s)
    }
  })

  describe('wishes of the payee', () => {
    const [bank] = [{ bank: littoral, answers: true, isInstant: true }]
    const drawForm = (change: Partial<PublicOrderView>, preferred: PayBank | null = null) =>
      read(locale, <PayForm {...choice} order={{ ...order, ...change }} banks={[bank]} preferred={preferred} />)
    const words = messages[locale].pay.choose

    test('a proposed bank stands alone, beside a way to the others', () => {
      expect(drawForm({}, bank)).toMatch(new RegExp(`${words.yourBank}.*${littoral.name}.*${words.otherBank}`))
      expect(drawForm({})).not.toContain(words.otherBank)
    })

    test('instant: what it means at banks without it is said', () => {
      const [preferred = '', required = ''] = Object.values(words.instants).map(text => text.split('{payee}').at(-1))
      expect(drawForm({ wantsInstant: 'preferred' })).toContain(preferred)
      expect(drawForm({ wantsInstant: 'required' })).toContain(required)
      for (const text of [preferred, required]) expect(drawForm({})).not.toContain(text)
      expect(drawForm({ wantsInstant: 'preferred' })).toContain(words.instant)
      expect(drawForm({ wantsInstant: 'preferred' }, bank)).not.toContain(preferred)
    })

    test.each(merchantFindings)(
      'the holder’s check, %s: told with its day, and warned about if it is another’s',
      finding => {
        const shown = { ...order, holderCheck: { finding, at: '2026-11-20T10:00:00.000Z' } }
        const [said = ''] = words.holderChecks[finding].split('{day}')
        expect(read(locale, <PaySummary order={shown} />)).toContain(said)
        expect(read(locale, <PaySummary order={{ ...shown, kind: 'refund' }} />)).not.toContain(said)
        const warns = read(locale, <HolderNotice order={shown} />).includes(words.otherHolderTitle)
        expect(warns).toBe(finding === 'other')
      },
    )

    test.each(['preferred', 'required'] as const)(
      'instant, %s: a bank that refused it is named with what to do',
      wantsInstant => {
        const notice = (change: Partial<PublicOrderView>) =>
          read(locale, <PayNotice order={{ ...order, stage: 'refused', wantsInstant, ...change }} />)
        const [said = ''] = words.instantRefused[wantsInstant]
          .split(/\{\w+\}/)
          .sort((one, other) => other.length - one.length)
        expect(notice({ ordinaryAt: [littoral.code] })).toContain(said)
        expect(notice({ ordinaryAt: ['19871'] })).not.toContain(said)
      },
    )

    test('when the money arrives is said before paying, on the result and on the receipt', () => {
      const day = locale === 'fr' ? 'lundi 30 novembre' : 'Monday 30 November'
      const summary = (instant: PublicOrderView['instant']) =>
        read(locale, <PaySummary order={{ ...order, instant }} />)
      const result = (instant: PublicOrderView['instant']) =>
        read(locale, <PayResult order={{ ...order, stage: 'paid', instant }} contact="" />)
      const sheet = (arrivesOn: string | null) =>
        read(locale, <ReceiptSheet receipt={{ ...receipt, arrivesOn }} title="" back="" json={null} />)
      const seconds = words.arrivals.required
      const isDay = [summary('never'), summary('preferred'), result('never'), sheet('2026-11-30')]
      for (const text of isDay) expect(text).toContain(day)
      for (const text of [summary('required'), result('preferred')]) expect(text).toContain(seconds)
      for (const text of [summary('required'), result('preferred'), sheet(null)]) expect(text).not.toContain(day)
      expect(summary('preferred').toLowerCase()).toContain(seconds.toLowerCase())
    })

    test('an account that the payee named is shown masked, and can be left', () => {
      const text = drawForm({ knownDebtor: 'FR76 •••• 0189' })
      expect(text).toContain(words.otherAccount)
      expect(text).toContain('FR76 •••• 0189')
      expect(text).not.toContain(words.iban)
      expect(drawForm({})).not.toContain(words.otherAccount)
    })
  })

  test('a payment for a future day names the day, and until when it can be revoked', () => {
    const later = { ...order, stage: 'accepted' as const, executionDate: '2026-12-04' }
    const day = locale === 'fr' ? '4 décembre 2026' : '4 December 2026'
    const text = read(locale, <PayResult order={later} contact="c" />)
    expect(text.split(day)).toHaveLength(3)
    const { revokeText, revokeLaterText } = messages[locale].pay.legal
    expect(read(locale, <LegalNotice legal={legal} isLater />)).toContain(revokeLaterText)
    expect(read(locale, <LegalNotice legal={legal} isLater />)).not.toContain(revokeText)
    expect(read(locale, <LegalNotice legal={legal} isLater={false} />)).not.toContain(revokeLaterText)
  })

  test.each(receiptTruths)('a receipt: %s', truth => {
    const { executed } = messages[locale].pay.receipt.truths
    const text = read(locale, <ReceiptSheet receipt={{ ...receipt, truth }} title="T" back="/" json="/j" />)
    expect(text).toContain(messages[locale].pay.receipt.truths[truth])
    expect(text.includes(executed)).toBe(truth === 'executed')
  })

  test.each(linkErrors)('a link: %s', error => {
    for (const max of [null, { amount: '50.00', currency: 'EUR' }])
      for (const min of [null, { amount: '5.00', currency: 'EUR' }])
        read(locale, <LinkCard link={{ ...link, min, max }} error={error} />)
  })

  test.each(['open', 'closed', 'used'] as const)(
    'an invoice whose link is %s says when it is due, or that it is over',
    state => {
      const invoice = { number: 'F2026-0001', dueOn: '2026-12-26', creditNotes: [{ number: 'AV-1', total: '20.00' }] }
      const text = read(locale, <LinkCard link={{ ...link, state, invoice }} error={null} />)
      const { invoicePdf, invoiceStates } = messages[locale].pay.link
      expect(text).toContain(invoicePdf)
      expect(text).toMatch(locale === 'fr' ? /Avoir de 20,00\s€ \(PDF\)/ : /Credit note of €20\.00 \(PDF\)/)
      expect(text.includes(locale === 'fr' ? '26 décembre 2026' : '26 December 2026')).toBe(state !== 'closed')
      if (state !== 'open') expect(text).toContain(invoiceStates[state].title)
    },
  )

  test.each(['closed', 'expired', 'used'] as const)('a link that is %s has no form', state => {
    const text = read(locale, <LinkCard link={{ ...link, state }} error={null} />)
    expect(text).toContain(messages[locale].pay.link.states[state].title)
    expect(text).not.toContain(messages[locale].pay.link.amount)
  })

  test('a manual transfer, with and without a QR code', () => {
    const shown = { order, downBank: 'Banque du Littoral' }
    const withCode = read(locale, <HandTransfer {...shown} transfer={{ ...byHand, epcText: 'BCD' }} />)
    expect(withCode).toContain('RF18 5390 0754 7034')
    const without = read(locale, <HandTransfer {...shown} transfer={byHand} />)
    expect(without).toContain(messages[locale].pay.transfer.noQr)
  })

  test('a manual transfer after a part has arrived asks for the rest', () => {
    const part = { ...order, received: { amount: '10.00', currency: 'EUR' } }
    const amount = { amount: '2.50', currency: 'EUR' }
    const text = read(locale, <HandTransfer order={part} downBank={null} transfer={{ ...byHand, amount }} />)
    expect(text.match(/\b2[,.]50/g)).toHaveLength(2)
    expect(text.match(/10[,.]00/g)).toHaveLength(1)
  })

  test('a manual transfer promises that the payee is told only if its account is read', () => {
    const words = messages[locale].pay.transfer
    const told = words.told.replace('{payee}', order.payee)
    const say = (isAccountRead: boolean) =>
      read(locale, <HandTransfer order={order} downBank={null} transfer={{ ...byHand, isAccountRead }} />)
    expect(say(true)).toContain(told)
    expect(say(false)).not.toContain(told)
    expect(say(false)).toContain(words.seen.replace('{payee}', order.payee))
  })
})

const shop: MerchantBrand = {
  name: 'Shop',
  colour: null,
  logo: null,
  addressLines: ['1 rue de la Paix', '75002 Paris'],
  country: 'FR',
  email: 'shop@guichet.example',
  website: 'https://shop.example/fr',
}

const link: PublicLinkView = {
  slug: 'x',
  mode: 'test',
  state: 'open',
  payee: 'Shop',
  holder: null,
  merchant: shop,
  title: 'Don',
  description: null,
  amount: null,
  min: null,
  max: null,
  currency: 'EUR',
  locale: 'fr',
  stopped: null,
  invoice: null,
}

const receipt: ReceiptView = {
  truth: 'executed',
  isTest: false,
  payee: { name: 'Shop', trade: null, iban: 'DE89370400440532013000', bic: null },
  payer: { bankName: 'Banque du Littoral', bankCode: '19870', iban: null },
  amount: { amount: '12.50', currency: 'EUR' },
  charges: { amount: '0.00', currency: 'EUR' },
  reference: 'Commande 4711',
  structuredReference: 'RF18539007547034',
  description: null,
  lineItems: [],
  paymentInformationId: 'P1',
  transfers: [{ endToEndId: 'E1', amount: { amount: '12.50', currency: 'EUR' }, remittance: [], bankStatus: 'ACSC' }],
  receivedAt: '2026-11-21T10:00:00.000Z',
  authorisedAt: null,
  executionDate: '2026-11-21',
  arrivesOn: null,
  finishedAt: null,
  bankStatus: 'ACSC',
  initiator: legal,
  issuedAt: '2026-11-21T10:00:00.000Z',
}
