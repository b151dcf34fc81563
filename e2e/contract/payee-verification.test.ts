import { makeIban } from '@guichet/sandbox/people/iban.ts'
import { askPayeeBank } from '@guichet/stet/payee-verification.ts'
import { expect, test } from 'vitest'
import { openBank } from '#testing/bank/open.ts'
import { presence } from '#testing/bank/start.ts'

/** Verification of payee over real mutual TLS (Regulation (EU) 2024/886, art. 5c). */
const iban = makeIban('19872', '00175', '00254910066')
const at = openBank()
const ask = (name: string, account = iban) =>
  askPayeeBank(at.connect('19872', {}, ''), { iban: account, name }, { presence })

test.each([
  ['Julien Mercier', { answer: 'match' }],
  ['J. Mercier', { answer: 'close_match', name: 'JULIEN MERCIER' }],
  ['Zoé Lefèvre', { answer: 'no_match' }],
] as const)('%s', async (name, answer) => expect(await ask(name)).toEqual(answer))

test('an account of another bank: not possible', async () => {
  expect(await ask('Julien Mercier', 'DE89370400440532013000')).toEqual({ answer: 'not_possible' })
})

test('a name that is too long is refused by the bank', async () => {
  await expect(ask('x'.repeat(141))).rejects.toMatchObject({ status: 400, sent: 'yes' })
})
