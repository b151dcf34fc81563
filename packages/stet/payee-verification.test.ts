import { expect, test } from 'vitest'
import { askPayeeBank } from './payee-verification.ts'
import { json, now, presence, scriptBank } from './testing/scripted-bank.ts'

const payee = { iban: 'FR7619870000010000000000171', name: 'Odile Marin' }
const answered = (body: unknown) => askPayeeBank(scriptBank(() => json(200, body)).bank, payee, { presence })

test('sends name and IBAN, without a token and without a signature', async () => {
  const { bank, requests, calls } = scriptBank(() => json(200, { partyNameMatch: 'MTCH' }))
  await askPayeeBank(bank, payee, { presence })
  const [request] = requests
  expect(request).toMatchObject({ method: 'POST', target: '/vop/v1/payee-verifications' })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    party: { name: payee.name },
    partyAccount: { iban: payee.iban },
  })
  expect(request?.headers['x-request-timestamp']).toBe(now.toISOString())
  expect(request?.headers).not.toHaveProperty('authorization')
  expect(request?.headers).not.toHaveProperty('signature')
  expect(calls).toMatchObject([{ operation: 'payees.verify', status: 200 }])
})

test.each([
  [{ partyNameMatch: 'MTCH' }, { answer: 'match' }],
  [{ partyNameMatch: 'MTCH', matchedName: 'Odile Marin' }, { answer: 'match' }],
  [{ partyNameMatch: 'NMTC' }, { answer: 'no_match' }],
  [{ partyNameMatch: 'NMTC', matchedName: 'Paul Rousset' }, { answer: 'no_match' }],
  [
    { partyNameMatch: 'CMTC', matchedName: 'Odile Marin-Leroy' },
    { answer: 'close_match', name: 'Odile Marin-Leroy' },
  ],
  [{ partyNameMatch: 'CMTC' }, { answer: 'not_possible' }],
  [{ partyNameMatch: 'NOAP' }, { answer: 'not_possible' }],
  [{ partyNameMatch: 'MTCHX' }, { answer: 'not_possible' }],
  [{ partyNameMatch: 1 }, { answer: 'not_possible' }],
  [{ partyNameMatch: 'ELSE', matchedName: 'Paul Rousset' }, { answer: 'not_possible' }],
])('%j is %j', async (body, expected) => {
  expect(await answered(body)).toEqual(expected)
})

test.each([{}, { matchedName: 'Odile Marin' }, []])('%j is no answer', async body => {
  await expect(answered(body)).rejects.toMatchObject({ kind: 'schema', operation: 'payees.verify' })
})
