import { expect, test } from 'vitest'
import { parseEmail } from './email.ts'

/** An address of so many characters. */
function addressOf(length: number): string {
  const label = 'b'.repeat(60)
  return `${'a'.repeat(20)}@${`${label}.`.repeat(3)}${'c'.repeat(length - 207)}.fr`
}

test.each([
  ['Camille@Guichet.Example ', 'camille@guichet.example'],
  ["o'brien+bank@mail.example.fr", "o'brien+bank@mail.example.fr"],
  ['é@guichet.example', 'é@guichet.example'],
  [addressOf(254), addressOf(254)],
])('%j is %s', (text, email) => {
  expect(parseEmail(text)).toBe(email)
})

test.each([
  '',
  'a',
  'a@b',
  'a@@b.fr',
  'a b@c.fr',
  '<a@b.fr>',
  'a@b.fr, c@d.fr',
  `${'x'.repeat(65)}@b.fr`,
  'a@b.fr\nBcc: c@d.fr',
  'a@-b.fr',
  addressOf(255),
])('%j is none', text => {
  expect(parseEmail(text)).toBeNull()
})
