import { describe, expect, test } from 'vitest'
import { endedBy, noticeKinds } from '#lib/domain/people/notice.ts'
import type { AttentionView } from '#lib/views/banking.ts'
import { frameMail } from './frame.ts'
import { type Amount, type MailWords, type OwnerEvent, type PaymentAlarm, writeMail } from './write.ts'

const languages = ['fr', 'en'] as const
type Language = (typeof languages)[number]
const [page, link] = ['https://guichet.example/page?a=1&b=2', 'https://guichet.example/settings#mail']
const day = new Date('2026-06-30')
const money = (amount: string, currency = 'EUR') => ({ amount, currency })
const names = (...all: string[]) => ({ names: all })
const frame = (words: MailWords, language: Language) => frameMail(writeMail(words, language), language)

type Expected = {
  readonly subject?: string
  /** In the text. */
  readonly says?: readonly string[]
  readonly silent?: RegExp
  readonly paragraphs?: number
  readonly after?: number
  /** Of its list. */
  readonly values?: readonly string[]
}
type Row = readonly [string, MailWords, { readonly [language in Language]: Expected }]

const shop = { organisation: 'Librairie Atlas', isTest: false }
const invoice = {
  ...shop,
  number: 'F2026-0001',
  amount: money('120.00'),
  dueOn: day,
  isOverdue: false,
  isReminder: false,
}
const credit = { ...shop, number: 'AV-1', invoiceNumber: 'F2026-0007', amount: money('20.00'), reason: null } as const
const owed = { ...credit, due: money('100.00'), dueOn: day }
const receipt = { payee: 'Librairie Atlas', amount: money('12.50'), reference: 'Commande 4711', description: null }
const paid = { ...receipt, isPart: false, isTest: false }
const key = { organisation: 'Café', name: 'Caisse', expiresOn: new Date('2026-12-03') }
const held = { organisation: 'Café', reference: 'R1' }
const gift = { organisation: 'Café', title: 'Don' }
const alarm = { bankCode: '19870', orderId: 'order-1', status: 'rejected' }
const alarms: readonly PaymentAlarm[] = ['mismatch', 'executed_unconfirmed', 'contradiction', 'confirmation_denied']

const ending = (daysLeft: number, fr: string, en: string): Row => [
  `a certificate with ${daysLeft} days left`,
  { template: 'certificate_ending', values: { name: 'QWAC', fingerprint: 'abab', daysLeft }, page },
  { fr: { subject: `Guichet\u202f: le QWAC ${fr}`, says: ['abab'] }, en: { subject: `Guichet: the QWAC ${en}` } },
]
const broken = (count: number, fr: string, en: string): Row => [
  `a broken audit trail: ${count}`,
  { template: 'audit_broken', values: { count, stream: 'user:1', seq: 42 }, page },
  { fr: { says: [fr, 'user:1', '42'] }, en: { says: [en, 'user:1', '42'] } },
]
const activity = (template: 'bank_linked' | 'transfer_executed' | 'transfer_refused' | 'standing_order_ended'): Row => {
  const silent = /\d{2,}\s?€|FR\d{2}/
  const words = { template, values: { bankName: 'Banque du Littoral' }, page, link } as const
  return [template, words, { fr: { silent }, en: { silent } }]
}

const told = { name: 'Netflix', account: 'Compte courant', day, before: null }
const alerts = (kind: 'price_rise' | 'several', count: number, before: Amount | null = null): MailWords => ({
  template: 'alerts',
  values: { kind, count },
  lines: {
    price_rise: [{ ...told, before, value: money('14.99') }],
    budget:
      count > 1 ? ['groceries', 'others', 'Mes chats'].map(name => ({ ...told, name, value: money('320.00') })) : [],
  },
  page,
  link,
})

const rows: readonly Row[] = [
  [
    'a price that rose',
    alerts('price_rise', 1, money('13.99')),
    {
      fr: { subject: 'Un prix a augmenté', says: ['Netflix\u202f: 13,99', 'auparavant'], values: ['14,99\u00a0€'] },
      en: { subject: 'A price has gone up', says: ['Netflix: €13.99 before'], values: ['€14.99'] },
    },
  ],
  [
    'several alerts',
    alerts('several', 2),
    {
      fr: { subject: '2 alertes sur vos comptes', says: ['Prix\u202f: Netflix', 'Alimentation'], silent: /13,99/ },
      en: { subject: '2 alerts about your accounts', says: ['Price: Netflix', 'Groceries'], silent: /13.99/ },
    },
  ],
  [
    'a new browser',
    { template: 'new_device', values: { at: new Date('2026-06-30T08:05:00Z'), browser: 'Firefox, Linux' }, page, link },
    {
      fr: { says: ['30 juin 2026', '10\u00a0h\u00a005', 'avec Firefox, Linux'] },
      en: { says: ['30 June 2026', '10:05', 'in Firefox, Linux'] },
    },
  ],
  [
    'a new browser without a name',
    { template: 'new_device', values: { at: day, browser: null }, page, link },
    { fr: { says: ['dans un navigateur que'], silent: /none/ }, en: { says: ['in a browser you'], silent: /none/ } },
  ],
  [
    'an app that a person allowed',
    { template: 'app_allowed', values: { name: { stranger: 'Budget' }, until: day }, page },
    { fr: { says: ['Budget', 'sans pouvoir payer'] }, en: { says: ['Budget', 'without being able to pay'] } },
  ],
  [
    'an app that read for the first time, whose name is no link',
    { template: 'app_first_read', values: { name: { stranger: 'www.budget.example' }, until: day }, page },
    { fr: { says: ['arrêtez-la'], silent: /www\.budget/ }, en: { says: ['stop it there'], silent: /www\.budget/ } },
  ],
  [
    'an app that ends soon',
    { template: 'app_ending', values: { name: { stranger: 'Budget' }, until: new Date('2026-06-30T10:00:00Z') }, page },
    { fr: { says: ['Budget', '30 juin 2026'] }, en: { says: ['Budget', '30 June 2026'] } },
  ],
  [
    'an app whose token came twice',
    { template: 'app_setup_repeated', values: { name: { stranger: 'Budget' }, until: day }, page },
    { fr: { says: ['Budget', 'deuxième fois'] }, en: { says: ['Budget', 'second time'] } },
  ],
  [
    'an app that an operator suspended',
    {
      template: 'app_suspended',
      values: { name: { stranger: 'Budget' }, until: day, reason: { fr: 'Elle fuit.', en: 'It leaks.' } },
      page,
    },
    {
      fr: { says: ['Budget', 'Elle fuit.', 'rien à faire'], silent: /It leaks/ },
      en: { says: ['Budget', 'It leaks.', 'need not do'] },
    },
  ],
  [
    'an app that is suspended no more',
    { template: 'app_resumed', values: { name: { stranger: 'Budget' }, until: day }, page },
    { fr: { says: ['Budget', 'de nouveau'] }, en: { says: ['Budget', 'again'] } },
  ],
  activity('bank_linked'),
  activity('transfer_executed'),
  activity('transfer_refused'),
  activity('standing_order_ended'),
  [
    'a changed password, and the passkeys that still sign in',
    { template: 'password_changed', values: { passkeys: names('A', 'B'), count: 2 }, page },
    { fr: { says: ['«\u202fA\u202f», «\u202fB\u202f»'], paragraphs: 3 }, en: { says: ['“A”, “B”'], paragraphs: 3 } },
  ],
  [
    'a changed password without passkeys',
    { template: 'password_changed', values: { passkeys: names(), count: 0 }, page },
    { fr: { paragraphs: 2 }, en: { paragraphs: 2 } },
  ],
  [
    'an invitation to a household: who invites, and until when',
    {
      template: 'household_invitation',
      values: { inviter: { stranger: 'Camille Roux' }, address: 'camille@guichet.example', days: 7 },
      page,
    },
    {
      fr: { says: ['Guichet', 'Camille Roux (camille@guichet.example)', '7\u00a0jours'] },
      en: { says: ['Guichet', 'Camille Roux (camille@guichet.example)', '7 days'] },
    },
  ],
  [
    'an invoice: seller, number, amount and due day',
    { template: 'invoice', values: invoice, page },
    {
      fr: {
        subject: 'Facture F2026-0001, de Librairie Atlas',
        paragraphs: 1,
        after: 1,
        values: ['F2026-0001', '120,00\u00a0€', '30 juin 2026'],
      },
      en: {
        subject: 'Invoice F2026-0001 from Librairie Atlas',
        paragraphs: 1,
        after: 1,
        values: ['F2026-0001', '€120.00', '30 June 2026'],
      },
    },
  ],
  [
    'a reminder',
    { template: 'invoice', values: { ...invoice, isOverdue: true, isReminder: true }, page },
    {
      fr: {
        subject: 'Rappel de la facture F2026-0001, de Librairie Atlas',
        says: ['pas encore reçu 120,00'],
        after: 2,
      },
      en: { subject: 'Reminder of invoice F2026-0001 from Librairie Atlas', says: ['received €120.00'], after: 2 },
    },
  ],
  [
    'a test invoice',
    { template: 'invoice', values: { ...invoice, isTest: true }, page },
    { fr: { paragraphs: 2 }, en: { paragraphs: 2 } },
  ],
  [
    'a credit note: seller, invoice, amount and what is left to pay',
    { template: 'credit_note', values: { ...owed, rest: 'due' }, page },
    {
      fr: {
        subject: 'Avoir AV-1, de Librairie Atlas',
        says: [
          'un avoir de 20,00\u00a0€ sur la facture F2026-0007',
          '100,00\u00a0€ à régler, à échéance du 30 juin 2026',
        ],
        values: ['AV-1', 'F2026-0007', '20,00\u00a0€'],
        paragraphs: 2,
      },
      en: {
        subject: 'Credit note AV-1 from Librairie Atlas',
        says: ['credits you €20.00 on invoice F2026-0007', '€100.00 left to pay, due on 30 June 2026'],
        values: ['AV-1', 'F2026-0007', '€20.00'],
        paragraphs: 2,
      },
    },
  ],
  [
    'a credit note with a reason, after which nothing is left',
    { template: 'credit_note', values: { ...owed, rest: 'none', reason: 'Un atlas abîmé' }, page },
    {
      fr: { says: ['plus rien à régler'], values: ['AV-1', 'F2026-0007', '20,00\u00a0€', 'Un atlas abîmé'] },
      en: { says: ['nothing left to pay'], values: ['AV-1', 'F2026-0007', '€20.00', 'Un atlas abîmé'] },
    },
  ],
  [
    'a test credit note on a paid invoice',
    { template: 'credit_note', values: { ...owed, rest: 'paid', isTest: true }, page },
    {
      fr: { subject: 'Avoir d’essai AV-1, de Librairie Atlas', says: ['vous rembourse à part'], paragraphs: 3 },
      en: { subject: 'Test: credit note AV-1 from Librairie Atlas', says: ['refunds you separately'], paragraphs: 3 },
    },
  ],
  [
    'a receipt: payee, amount and reference',
    { template: 'receipt', values: paid, page },
    {
      fr: { paragraphs: 1, says: ['virement de 12,50'], values: ['Librairie Atlas', '12,50\u00a0€', 'Commande 4711'] },
      en: { paragraphs: 1, says: ['transfer of €12.50'], values: ['Librairie Atlas', '€12.50', 'Commande 4711'] },
    },
  ],
  [
    'the receipt of a part, of a test, and what it was for',
    { template: 'receipt', values: { ...paid, isPart: true, isTest: true, description: 'Atlas' }, page },
    {
      fr: {
        subject: 'Essai\u202f: reçu de votre paiement à Librairie Atlas',
        says: ['une partie de votre virement'],
        paragraphs: 2,
        values: ['Librairie Atlas', '12,50\u00a0€', 'Commande 4711', 'Atlas'],
      },
      en: {
        subject: 'Test: receipt for your payment to Librairie Atlas',
        says: ['part of your transfer'],
        paragraphs: 2,
        values: ['Librairie Atlas', '€12.50', 'Commande 4711', 'Atlas'],
      },
    },
  ],
  [
    'a link of a test says so before anything else',
    { template: 'link', values: { ...gift, amount: money('5.00'), isTest: true }, page },
    {
      fr: {
        subject: 'Essai\u202f: demande de paiement de Café\u202f: Don',
        says: ['C’est un essai\u202f: il n’y a rien à payer', 'Don (5,00\u00a0€)'],
        paragraphs: 3,
      },
      en: { says: ['This is a test: there is nothing to pay', 'Don (€5.00)'], paragraphs: 3 },
    },
  ],
  [
    'a test payment on hold',
    { template: 'payment_held', values: { ...held, isTest: true }, page, link },
    { fr: { subject: 'Café\u202f: un paiement de test est suspendu (R1)' }, en: { says: ['R1'] } },
  ],
  [
    'a payment on hold',
    { template: 'payment_held', values: { ...held, isTest: false }, page, link },
    { fr: { subject: 'Café\u202f: un paiement est suspendu (R1)' }, en: { says: ['R1'] } },
  ],
  [
    'a test key that expires',
    { template: 'key_expiring', values: { ...key, isTest: true }, page },
    {
      fr: {
        subject: 'Café\u202f: une clé d’API de test expire le 3 décembre 2026',
        says: ['«\u202fCaisse\u202f» est utilisable jusqu’à la fin du 3 décembre 2026'],
        paragraphs: 2,
      },
      en: {},
    },
  ],
  [
    'a key that expires',
    { template: 'key_expiring', values: { ...key, isTest: false }, page },
    { fr: {}, en: { subject: 'Café: an API key expires on 3 December 2026' } },
  ],
  ending(7, 'expire dans 7\u00a0jours', 'ends in 7 days'),
  ending(1, 'expire dans un jour', 'ends in one day'),
  ending(0, 'a expiré', 'has ended'),
  [
    'the certificate that seals',
    { template: 'certificate_ending', values: { name: 'QSealC', fingerprint: 'abab', daysLeft: 7 }, page },
    { fr: { says: ['QSealC'] }, en: { says: ['QSealC'] } },
  ],
  broken(1, 'une rupture', 'one break'),
  broken(3, '3\u00a0ruptures', '3 breaks'),
  ...alarms.map((what): Row => {
    const says = ['19870', 'order-1', 'rejected']
    return [what, { template: 'payment_alarm', values: { ...alarm, what }, page }, { fr: { says }, en: { says } }]
  }),
  [
    'an answer that can’t be read',
    { template: 'payment_unread', values: alarm, page },
    { fr: { says: ['19870', 'order-1', 'rejected'] }, en: { says: ['19870', 'order-1', 'rejected'] } },
  ],
  [
    'refreshes that fail through our fault',
    { template: 'readings_fail', values: { bankCode: '19870' }, page },
    { fr: { says: ['de notre fait', '19870'] }, en: { says: ['on our side', '19870'] } },
  ],
  [
    'a merchant who waits to go live',
    { template: 'activation_waits', values: { merchant: 'Librairie du Port' }, page },
    { fr: { says: ['Librairie du Port', 'paiements réels'] }, en: { says: ['Librairie du Port', 'live payments'] } },
  ],
  [
    'a merchant who asks for higher limits',
    { template: 'limits_wait', values: { merchant: 'Librairie du Port' }, page },
    { fr: { says: ['Librairie du Port', 'plafonds'] }, en: { says: ['Librairie du Port', 'limits'] } },
  ],
]

const events: readonly OwnerEvent[] = [
  { what: 'owner_invited', address: 'guest@guichet.example' },
  ...(['owner_joined', 'owner_made', 'owner_removed', 'owner_demoted', 'owner_left'] as const).map(what => ({
    what,
    name: 'Gaël',
  })),
  { what: 'beneficiary_changed', iban: 'DE89 •••• 3000' },
  { what: 'beneficiary_withdrawn', iban: 'DE89 •••• 3000' },
  { what: 'beneficiary_waits', iban: 'DE89 •••• 3000', from: new Date('2026-07-02T08:30:00Z') },
  ...([true, false] as const).flatMap(isTest => [
    ...(['key_created', 'key_changed', 'key_revoked'] as const).map(what => ({ what, name: 'Caisse', isTest })),
    ...(['webhook_created', 'webhook_changed', 'webhook_deleted'] as const).map(what => ({
      what,
      host: 'a.b',
      isTest,
    })),
    { what: 'webhook_secret_rotated', host: 'shop.example', isTest } as const,
  ]),
  ...(['member_keys_revoked', 'member_keys_taken_over'] as const).map(what => ({ what, name: 'G', keys: names('A') })),
  { what: 'return_urls_changed', hosts: 'shop.example, localhost:4000', count: 2 },
  { what: 'return_urls_changed', hosts: '', count: 0 },
  ...(['activation_asked', 'activated', 'resumed'] as const).map(what => ({ what })),
  ...(['activation_declined', 'suspended', 'limits_declined'] as const).map(what => ({ what, reason: 'No document.' })),
  { what: 'limits_changed', payment: money('1000.00'), day: money('20000.00'), month: money('300000.50') },
]
const toOwner = (event: OwnerEvent): MailWords => {
  const values = { ...event, organisation: 'Café <b>', by: 'Zoé', at: new Date('2026-07-01T08:30:00Z') }
  return { template: event.what, values, page }
}
const notices = noticeKinds.flatMap(template =>
  endedBy.flatMap(by =>
    [1, 14].map((count): MailWords => {
      const values = { bankName: 'Bank <A> & B', daysLeft: count, count, by, endsOn: new Date('2027-05-20') }
      return { template, values, page, link }
    }),
  ),
)

const attentionKinds: Record<AttentionView['kind'], true> = {
  cannot_link: true,
  finish_consent: true,
  quarantined_link: true,
  renew_soon: true,
  expired: true,
  revoked: true,
  replaced: true,
  account_blocked: true,
  sync_failed: true,
  bank_down: true,
  new_accounts: true,
  transfer_held: true,
  other_name: true,
  household_invitation: true,
  own_transfers: true,
}

const all = [...rows.map(([, words]) => words), ...events.map(toOwner), ...notices]

describe.each(languages)('in %s', language => {
  test.each(rows)('%s', (_name, words, expected) => {
    const parts = writeMail(words, language)
    const { text } = frameMail(parts, language)
    const { subject, says = [], silent, paragraphs, after, values } = expected[language]
    if (subject !== undefined) expect(parts.subject).toBe(subject)
    for (const said of says) expect(`${parts.subject}\n${text}`).toContain(said)
    if (silent) expect(text).not.toMatch(silent)
    if (paragraphs !== undefined) expect(parts.paragraphs).toHaveLength(paragraphs)
    if (after !== undefined) expect(parts.after).toHaveLength(after)
    if (values) expect(parts.lists?.[0]?.lines.map(({ value }) => value)).toEqual(values)
  })

  test.each(all)('%j: where to act, no hole, no markup of others, and no line broken before a sign', words => {
    const parts = writeMail(words, language)
    const { subject, text, html } = frameMail(parts, language)
    expect(subject).toMatch(/^[^\r\n]+$/)
    expect(parts.action).toEqual({ label: expect.stringMatching(/./), url: page })
    expect(parts.small.link?.url).toBe(words.link)
    for (const address of [page, ...(words.link ? [words.link] : [])]) {
      expect(text).toContain(address)
      expect(html).toContain(address.replace('&', '&amp;'))
    }
    expect(text).not.toMatch(/undefined|\bnull\b|NaN|\[object|[{}]/)
    expect(html).not.toMatch(/<A>|<b>/)
    if ('bankName' in words.values) expect(subject).toContain(words.values.bankName)
    if (subject.includes('<A>')) expect(html).toContain('Bank &lt;A&gt; &amp; B')
    if (subject.includes('<b>')) expect(html).toContain('Café &lt;b&gt;')
    if (language === 'fr') expect(subject + text).not.toMatch(/ [:;?!»]|« |'/)
  })

  test.each(events)('an owner reads what, who, when and what to do, each in a sentence of its own: %j', event => {
    const { subject, paragraphs } = writeMail(toOwner(event), language)
    const [sentence = '', who = '', remedy = ''] = paragraphs
    expect(subject).toMatch(language === 'fr' ? /^Café <b>\u202f: \p{Ll}/u : /^Café <b>: (?:\p{Ll}|API)/u)
    expect(who).toContain(
      language === 'fr' ? 'Zoé le 1er juillet 2026 à 10\u00a0h\u00a030' : 'Zoé on 1 July 2026 at 10:30',
    )
    for (const text of [sentence, who, remedy]) expect(text).toMatch(/^\p{Lu}.*\.$/u)
  })

  test('no two mails have the same text', () => {
    const texts = [...rows.map(([, words]) => words), ...events.map(toOwner)].map(words => frame(words, language).html)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test.each(Object.keys(attentionKinds))('the weekly summary says what needs a look: %s', attention => {
    expect(writeMail(summaryOf({ attention }), language).paragraphs).toHaveLength(2)
  })
})

test('a delayed change says from when, in Paris time', () => {
  const [waits] = events.filter(({ what }) => what === 'beneficiary_waits').map(toOwner)
  if (!waits) throw new Error('no such event')
  expect(writeMail(waits, 'en').paragraphs[0]).toContain('From 2 July 2026 at 10:30, Paris time')
  expect(writeMail(waits, 'fr').paragraphs[0]).toContain('À partir du 2 juillet 2026 à 10\u00a0h\u00a030')
})

describe('a notice', () => {
  const notice = (template: (typeof noticeKinds)[number], by: (typeof endedBy)[number], daysLeft = 14): MailWords => {
    const values = { bankName: 'Banque', daysLeft, count: daysLeft, by, endsOn: new Date('2027-05-20') }
    return { template, values, page, link }
  }

  test('names the day, and counts in singular and plural', () => {
    const said = [1, 14].flatMap(days => languages.map(language => frame(notice('renewal_due', 'us', days), language)))
    expect(said.map(({ subject }) => subject)).toEqual([
      'Votre accès à la Banque prend fin demain',
      'Your access to Banque ends tomorrow',
      'Votre accès à la Banque prend fin dans 14\u00a0jours',
      'Your access to Banque ends in 14 days',
    ])
    expect(said[2]?.text).toContain('20 mai 2027')
    expect(said[3]?.text).toContain('20 May 2027')
  })

  test.each(endedBy)('says who ended the access, and advises accordingly: %s', by => {
    const revoked = languages.map(language => frame(notice('revoked', by), language).text).join()
    if (by === 'us') expect(revoked).toMatch(/C’est notre faute.*our fault/s)
    else expect(revoked).toMatch(/par vous sur son site/)
    if (by !== 'us') expect(revoked).not.toMatch(/notre faute|our fault/)
    const replaced = frame(notice('replaced', by), 'en').text
    if (by === 'you_elsewhere') expect(replaced).not.toContain('password at')
    else expect(replaced).toContain('change your password')
  })
})

test('what people typed is escaped, and addresses are links', () => {
  const values = { organisation: 'Café <b>"&', title: 'Don', amount: null, isTest: false }
  const { text, html, subject } = frame({ template: 'link', values, page }, 'en')
  expect(subject).toBe('Payment request from Café <b>"&: Don')
  expect(text).toContain('Café <b>"& asks you to pay: Don.')
  expect(html).toContain('>Café &lt;b&gt;&quot;&amp; asks you to pay: Don.</p>')
  expect(html).toContain('<a href="https://guichet.example/page?a=1&amp;b=2"')
})

test('the name of a stranger can contain neither a link nor markup, and no name is read as a message', () => {
  const inviter = { stranger: 'Win at https://evil.example/x <b>now</b> {never}' }
  const values = { inviter, address: 'c@guichet.example', days: 7 }
  const { text, html } = frame({ template: 'household_invitation', values, page }, 'en')
  expect(text).not.toContain('evil.example')
  expect(text).toContain('{never}')
  expect(html).not.toContain('<b>')
  expect(html.match(/href=/g)).toHaveLength(1)
})

test('a sender is shown by its logo, with its name for those who see none, or by its name; without one the mail is ours', () => {
  const values = { ...gift, amount: null, isTest: false }
  const written = (sender?: { name: string; hasLogo: boolean }) =>
    frame({ template: 'link', values, page, sender }, 'fr').html
  expect(written({ name: 'Café "A"', hasLogo: true })).toContain('<img src="cid:logo@guichet" alt="Café &quot;A&quot;"')
  expect(written({ name: 'Café', hasLogo: false })).toContain('font-size:18px">Café</p>')
  expect(written()).toContain('font-size:18px">Guichet</p>')
})

const found = new Date('2026-11-22')
type Summary = Extract<MailWords, { template: 'weekly_summary' }>
const summaryOf = (more: Partial<Summary['values']> = {}, lines: Partial<Summary['lines']> = {}): Summary => ({
  template: 'weekly_summary',
  values: {
    isOneDay: true,
    readFrom: found,
    readTo: found,
    attention: 'renew_soon',
    bankName: 'Banque du Littoral',
    more: 0,
    ...more,
  },
  lines: {
    totals: [
      { value: money('6970.34'), change: { ...money('-162.47'), isChange: true } },
      { value: money('-50.00', 'USD'), change: null },
    ],
    largest: [{ name: 'Garage <Lenoir>', day: new Date('2026-11-20'), value: money('-182.40') }],
    coming: [{ name: 'EDF', day: new Date('2026-11-25'), value: money('-84.12') }],
    ...lines,
  },
  page,
  link: 'https://guichet.example/unsubscribe/stop?person=1&proof=2',
  unsubscribe: 'https://guichet.example/unsubscribe/stop?person=1&proof=2',
})

describe('the weekly summary', () => {
  test('in French: balances and how they moved, the largest lines, what is coming, and what needs a look', () => {
    const { subject, text, html, unsubscribe } = frame(summaryOf(), 'fr')
    expect(subject).toBe('Votre semaine sur Guichet')
    expect(text).toContain('Vos soldes, tels que vos banques les ont donnés le 22 novembre.')
    expect(text).toContain('Banque du Littoral\u202f: l’accès expire bientôt. Consultez la page d’accueil.')
    expect(text).toContain('- −162,47\u00a0€ en sept jours\u202f: 6\u202f970,34\u00a0€')
    expect(text).toContain('- Total\u202f: −50,00\u00a0$US')
    expect(text).toContain('- Garage <Lenoir>, 20 novembre\u202f: −182,40\u00a0€')
    expect(text).toContain('- EDF, 25 novembre\u202f: −84,12\u00a0€')
    expect(html).toContain('Garage &lt;Lenoir&gt;, 20 novembre')
    expect(html).not.toContain('<Lenoir>')
    expect(unsubscribe).toBe(summaryOf().unsubscribe)
  })

  test('in English, with a rise', () => {
    const totals = [{ value: money('6970.34'), change: { ...money('162.47'), isChange: true as const } }]
    const { text } = frame(summaryOf({ attention: 'transfer_held', bankName: 'Cormoran', more: 2 }, { totals }), 'en')
    expect(text).toContain('- +€162.47 in seven days: €6,970.34')
    expect(text).toContain('Cormoran: a transfer is on hold. Your home page lists 2 more things.')
    expect(text).toContain('- Garage <Lenoir>, 20 November: −€182.40')
  })

  test('balances of several days are not said to be of one', () => {
    const { text } = frame(summaryOf({ isOneDay: false, readFrom: new Date('2026-09-02') }), 'fr')
    expect(text).toContain('entre le 2 septembre et le 22 novembre')
  })

  test('what there is nothing of is left out', () => {
    const { text, html } = frame(summaryOf({ attention: 'none', bankName: '' }, { largest: [], coming: [] }), 'en')
    for (const words of ['Largest', 'Coming', 'Banque', 'home page']) expect(text + html).not.toContain(words)
  })
})
