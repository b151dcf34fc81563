import { describe, expect, test } from 'vitest'
import { endedBy, isNoticeKind, noticeKinds, noticePath } from '#lib/domain/people/notice.ts'
import { frameMail, type MailLanguage } from './frame.ts'
import { writeNoticeMail } from './notice.ts'

const link = 'https://guichet.example/connections/c1'
const settingsLink = 'https://guichet.example/settings#mail'
const languages: readonly MailLanguage[] = ['fr', 'en']
const variants = noticeKinds.flatMap(kind =>
  endedBy.flatMap(by =>
    [1, 14].flatMap(days =>
      languages.map(language => {
        const facts = { bankName: 'Bank <A> & B', daysLeft: days, count: days, by, endsAt: '2027-05-20T21:30:00.000Z' }
        const mail = frameMail(writeNoticeMail({ kind, facts, link, settingsLink }, language), language)
        return { kind, by, days, language, mail }
      }),
    ),
  ),
)

describe('writeNoticeMail', () => {
  test.each(variants)(
    '$kind, ended by $by, $days, in $language, says where to act and how to turn mails off',
    ({ mail }) => {
      expect(mail.subject).toContain('Bank <A> & B')
      expect(mail.subject).not.toMatch(/[\r\n]/)
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain(link)
        expect(body).toContain(settingsLink)
        expect(body).not.toMatch(/undefined|NaN|\[object/)
      }
    },
  )

  test.each(variants)('$kind, ended by $by, $days, in $language: the bank’s name can’t be markup', ({ mail }) => {
    expect(mail.html).toContain('Bank &lt;A&gt; &amp; B')
    expect(mail.html).not.toContain('<A>')
  })

  test('a reminder names the day in the person’s language, in Paris', () => {
    const reminders = variants.filter(({ kind, days }) => kind === 'renewal_due' && days === 14)
    expect(reminders.find(({ language }) => language === 'fr')?.mail.text).toContain('20 mai 2027')
    expect(reminders.find(({ language }) => language === 'en')?.mail.text).toContain('20 May 2027')
  })

  test('singular and plural', () => {
    const subjects = variants
      .filter(({ kind, by }) => kind === 'renewal_due' && by === 'us')
      .map(({ mail }) => mail.subject.replace(/^.*: /, ''))
    expect(subjects).toEqual([
      'l’accès prend fin demain',
      'access ends tomorrow',
      'l’accès prend fin dans 14\u00a0jours',
      'access ends in 14 days',
    ])
  })

  test('says who ended the access: our fault, or the person at the bank', () => {
    const revoked = (by: string) =>
      variants.filter(one => one.kind === 'revoked' && one.by === by && one.days === 1).map(({ mail }) => mail.text)
    expect(revoked('us')).toEqual([expect.stringContaining('C’est notre faute'), expect.stringContaining('our fault')])
    for (const by of endedBy.filter(one => one !== 'us')) {
      expect(revoked(by).join()).toContain('par vous sur son site')
      expect(revoked(by).join()).not.toMatch(/notre faute|our fault/)
    }
  })

  test('French sets its narrow spaces', () => {
    for (const { mail, language } of variants) {
      if (language === 'fr')
        expect(mail.subject + mail.text.split('Bonjour')[1]?.split('\n\n')[1]).not.toMatch(/ [;:!?]/)
    }
  })

  test('the advice depends on who took the access over', () => {
    const texts = variants.filter(({ kind, language, days }) => kind === 'replaced' && language === 'en' && days === 1)
    expect(texts.find(({ by }) => by === 'another_person')?.mail.text).toContain('change your password')
    expect(texts.find(({ by }) => by === 'you_elsewhere')?.mail.text).not.toContain('password at')
  })
})

test('a notice leads to the step it asks for', () => {
  const paths = noticeKinds.map(kind => noticePath({ kind, connectionId: 'c1', facts: { orderId: 'o1' } }))
  expect(paths).toEqual([
    '/connections/c1',
    '/connections/c1',
    '/connections/c1',
    '/connections/c1',
    '/connections/c1/consent',
    '/transfers/o1',
  ])
  expect(noticePath({ kind: 'revoked', connectionId: null, facts: {} })).toBe('/connections')
  expect(noticePath({ kind: 'transfer_held', connectionId: null, facts: {} })).toBe('/transfers')
})

test('knows its own words', () => {
  expect([isNoticeKind('expired'), isNoticeKind('other')]).toEqual([true, false])
})
