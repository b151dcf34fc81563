import { expect, test } from 'vitest'
import { parseEmail } from './email.ts'

test.each([
  ['Camille@Guichet.Example ', 'camille@guichet.example'],
  ["o'brien+bank@mail.example.fr", "o'brien+bank@mail.example.fr"],
  ['é@guichet.example', 'é@guichet.example'],
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
])('%j is none', text => {
  expect(parseEmail(text)).toBeNull()
})
