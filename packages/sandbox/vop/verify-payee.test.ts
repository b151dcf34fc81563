import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { removeFaultRules } from '#sandbox/faults/rules.ts'
import { accountsOf, changeAccountStatus } from '#sandbox/store/accounts.ts'
import { startTestBank, type TestAnswer, type TestCall } from '#sandbox/wire/test-client.ts'
import { changePresetAnswer } from './preset-answer.ts'
import { namesPerDay } from './verify-payee.ts'

const path = '/vop/v1/payee-verifications'

const bank = await startTestBank()
const iban = accountsOf(bank.sandbox.db, 'camille-bernard')[0]?.iban ?? ''
afterAll(() => bank.close())
beforeEach(() => {
  changePresetAnswer(bank.sandbox.db, { answer: 'holder', name: null })
  removeFaultRules(bank.sandbox.db)
})

const stamp = () => new Date().toISOString()

function ask(name: unknown, more: Partial<TestCall> & { account?: string } = {}): Promise<TestAnswer> {
  const { account = iban, ...call } = more
  return bank.call({
    method: 'POST',
    path,
    body: JSON.stringify({ party: { name }, partyAccount: { iban: account } }),
    ...call,
    headers: {
      'content-type': 'application/json',
      'x-request-id': randomUUID(),
      'x-request-timestamp': stamp(),
      ...call.headers,
    },
  })
}

describe('the four answers', () => {
  test('match: the name is not repeated', async () => {
    const { status, body, headers } = await ask('Bernard Camille')
    expect([status, body]).toEqual([200, { partyNameMatch: 'MTCH' }])
    expect(headers['x-response-timestamp']).toBeDefined()
  })

  test('close match, with the holder’s name', async () => {
    expect((await ask('C. Bernard')).body).toEqual({ partyNameMatch: 'CMTC', matchedName: 'CAMILLE BERNARD' })
  })

  test('match: a company is known by the name it trades under too', async () => {
    const [account] = accountsOf(bank.sandbox.db, 'karim-haddad')
    const answer = await ask('Librairie du Port', { bankCode: '19873', account: account?.iban ?? '' })
    expect(answer.body).toEqual({ partyNameMatch: 'MTCH' })
    const manager = await ask('Karim Haddad', { bankCode: '19873', account: account?.iban ?? '' })
    expect(manager.body).toEqual({ partyNameMatch: 'NMTC' })
  })

  test('no match: the holder’s name stays with the bank', async () => {
    const { text } = await ask('Thomas Bernard')
    expect(JSON.parse(text)).toEqual({ partyNameMatch: 'NMTC' })
    expect(text).not.toContain('CAMILLE')
  })

  test('not possible: an account of another bank, an unknown one, a closed one', async () => {
    const notPossible = { partyNameMatch: 'NOAP' }
    expect((await ask('Camille Bernard', { bankCode: '19871' })).body).toEqual(notPossible)
    expect((await ask('Camille Bernard', { account: 'DE89370400440532013000' })).body).toEqual(notPossible)
    const [account] = accountsOf(bank.sandbox.db, 'thomas-bernard')
    changeAccountStatus(bank.sandbox.db, account?.id ?? '', 'closed')
    expect((await ask('Thomas Bernard', { account: account?.iban ?? '' })).body).toEqual(notPossible)
  })
})

describe('who may ask', () => {
  test('nobody without a certificate, and no provider of account information alone', async () => {
    expect(await ask('Camille Bernard', { tpp: null })).toMatchObject({ status: 403, body: { code: 'CLIENT_INVALID' } })
    const reader = await bank.newTpp({ organisationId: 'PSDFR-ACPR-55555', name: 'Reader', roles: ['PSP_AI'] })
    expect(await ask('Camille Bernard', { tpp: reader })).toMatchObject({
      status: 403,
      body: { code: 'CLIENT_INVALID' },
    })
  })

  test.each(['', 'yesterday', '2020-01-01T00:00:00.000Z'])('the timestamp %j is refused', async value => {
    const answer = await ask('Camille Bernard', { headers: { 'x-request-timestamp': value } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'TIMESTAMP_INVALID' } })
  })

  test('more names of one account than the day allows are refused; a name asked before is not', async () => {
    const guesser = await bank.newTpp({ organisationId: 'PSDFR-ACPR-44444', name: 'Guesser', roles: ['PSP_PI'] })
    for (let at = 0; at < namesPerDay; at++) {
      expect((await ask(`Guess ${at}`, { tpp: guesser })).status).toBe(200)
    }
    const refused = await ask('One more', { tpp: guesser })
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await ask('Guess 0', { tpp: guesser })).status).toBe(200)
    expect((await ask('Camille Bernard')).body).toEqual({ partyNameMatch: 'MTCH' })
  })
})

describe('a request that is not well-formed', () => {
  test.each([
    ['no name', { partyAccount: { iban: 'DE89370400440532013000' } }, 'party'],
    ['an empty name', { party: { name: ' ' }, partyAccount: { iban: 'DE89370400440532013000' } }, 'party.name'],
    [
      'a long name',
      { party: { name: 'x'.repeat(141) }, partyAccount: { iban: 'DE89370400440532013000' } },
      'party.name',
    ],
    [
      'a wrong check number',
      { party: { name: 'A B' }, partyAccount: { iban: 'DE88370400440532013000' } },
      'partyAccount.iban',
    ],
    ['no object', [], 'the body'],
  ])('%s is FORMAT_ERROR and names the member', async (_, body, member) => {
    const answer = await ask('', { body: JSON.stringify(body) })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'FORMAT_ERROR', detail: expect.stringContaining(member) },
    })
  })
})

describe('the control desk', () => {
  test.each([
    [{ answer: 'MTCH', name: null }, { partyNameMatch: 'MTCH' }],
    [
      { answer: 'CMTC', name: 'Zoé Lefèvre' },
      { partyNameMatch: 'CMTC', matchedName: 'Zoé Lefèvre' },
    ],
    [
      { answer: 'CMTC', name: null },
      { partyNameMatch: 'CMTC', matchedName: 'CAMILLE BERNARD' },
    ],
    [{ answer: 'NMTC', name: null }, { partyNameMatch: 'NMTC' }],
    [{ answer: 'NOAP', name: null }, { partyNameMatch: 'NOAP' }],
  ] as const)('%j decides', async (preset, body) => {
    changePresetAnswer(bank.sandbox.db, preset)
    expect((await ask('Somebody Else')).body).toEqual(body)
  })

  test('without a name to return there is no close match', async () => {
    changePresetAnswer(bank.sandbox.db, { answer: 'CMTC', name: null })
    expect((await ask('A B', { account: 'DE89370400440532013000' })).body).toEqual({ partyNameMatch: 'NOAP' })
  })
})
