import { expect, test } from 'vitest'
import { writeSecurityText } from './security-text.ts'

test('a finder of a hole learns whom to write to, for less than a year', () => {
  const site = { contact: 'contact@brume.example', origin: 'https://guichet.example' }
  expect(writeSecurityText(site, new Date('2026-12-15T08:00:00Z'))).toBe(
    'Contact: mailto:contact@brume.example\nExpires: 2027-01-14T08:00:00.000Z\n' +
      'Canonical: https://guichet.example/.well-known/security.txt\nPreferred-Languages: fr, en\n',
  )
})
