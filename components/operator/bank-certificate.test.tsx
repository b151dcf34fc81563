import type { BankCertificateView } from '@guichet/stet/terms/certificate-sighting.ts'
import { describe, expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import { draw } from '#testing/components/draw.tsx'
import { BankCertificate } from './bank-certificate.tsx'

const certificate: BankCertificateView = {
  serial: 'A1B2',
  issuer: 'C=FR, CN=AC Essai',
  checked: 'list',
  daysLeft: 31,
  validTo: '2026-12-23T12:00:00.000Z',
  seenAt: '2026-11-22T12:00:00.000Z',
}

describe.each(['fr', 'en'] as const)('%s', locale => {
  const say = messages[locale].operator.certificate
  const show = (more: Partial<BankCertificateView> = {}) =>
    draw(locale, <BankCertificate certificate={{ ...certificate, ...more }} />)

  test('shows the certificate’s holder and the result of its check', () => {
    const markup = show()
    for (const word of ['A1B2', 'AC Essai', '2026', say.found.list, say.badge.list]) expect(markup).toContain(word)
    expect(markup).not.toMatch(/bg-(accent|danger)-tint/)
    expect(draw(locale, <BankCertificate certificate={null} />)).toContain(say.none)
  })

  test.each([
    ['not_given', 'accent'],
    ['unanswered', 'accent'],
    ['revoked', 'danger'],
  ] as const)('%s is a warning', (checked, tone) => {
    const markup = show({ checked })
    expect(markup).toContain(say.found[checked])
    expect(markup).toContain(`bg-${tone}-tint`)
  })

  test.each([
    [30, 'bg-accent-tint', '30'],
    [1, 'bg-accent-tint', say.ends.slice(-20)],
    [0, 'bg-danger-tint', say.over],
  ])('with %i days left it is said', (daysLeft, tone, words) => {
    const markup = show({ daysLeft })
    expect(markup).toContain(tone)
    expect(markup).toContain(words)
  })
})
