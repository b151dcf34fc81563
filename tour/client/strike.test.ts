import { describe, expect, test } from 'vitest'
import { endingsIn } from '#tour/endings.ts'
import { faults } from '#tour/faults.ts'
import { endingOf } from './strike.ts'

/** A call of each kind, as chapters make them. */
const calls: Readonly<Record<string, readonly [method: string, target: string, body?: string]>> = {
  token: ['POST', '/stet/psd2/oauth/token', 'client_id=C&grant_type=authorization_code&code=1'],
  renew: ['POST', '/stet/psd2/oauth/token', 'client_id=C&grant_type=refresh_token&refresh_token=R'],
  revoke: ['POST', '/stet/psd2/oauth/revoke'],
  consent: ['PUT', '/stet/psd2/v1.6.2/consents'],
  request: ['POST', '/stet/psd2/v1.6.2/payment-requests'],
  confirm: ['POST', '/stet/psd2/v1.6.2/payment-requests/P1/o-confirmation'],
  cancel: ['PUT', '/stet/psd2/v1.6.2/payment-requests/P1'],
  follow: ['GET', '/stet/psd2/v1.6.2/payment-requests/P1'],
  verify: ['POST', '/vop/v1/payee-verifications'],
  read: ['GET', '/stet/psd2/v1.6.2/accounts/A1/balances?page=2'],
}

/**
 * Every switch × every kind of call: `.` does not strike there (packages/sandbox/faults/decide.ts); else whether the step `ends` soon,
 * `waits` for a second try, or `goes` on. `callback` strikes no call: the bank's page says itself what happens.
 */
const table = `
             token  renew  revoke  consent  request  confirm  cancel  follow  verify  read
lost         ends   ends   waits   ends     ends     ends     ends    waits   waits   ends
slow         goes   goes   goes    goes     goes     goes     goes    goes    goes    goes
twice        .      .      .       .        .        .        .       .       .       goes
html         ends   ends   waits   ends     ends     ends     ends    waits   waits   ends
doubled      .      .      .       .        .        .        .       .       .       .
body         ends   ends   waits   ends     ends     ends     ends    waits   waits   ends
date         .      .      .       ends     ends     ends     ends    waits   .       ends
account      .      .      .       .        .        ends     ends    waits   .       ends
token        .      .      .       ends     ends     ends     ends    waits   .       ends
certificate  ends   ends   waits   ends     ends     ends     ends    waits   waits   ends
amount       .      .      .       .        ends     .        .       .       .       .
payee        .      .      .       .        ends     .        .       .       .       .
code         ends   .      .       .        .        .        .       .       .       .
`
const [head = '', ...rows] = table.trim().split('\n')
const kinds = head.trim().split(/\s+/)
const cells = rows.flatMap(row => {
  const [fault = '', ...becomes] = row.trim().split(/\s+/)
  return kinds.map((kind, at): [string, string, string] => [fault, kind, becomes[at] ?? '?'])
})

test('the table has every switch and every kind of call', () => {
  expect(rows.map(row => row.trim().split(/\s+/)[0])).toEqual(faults.map(({ id }) => id))
  expect(kinds.toSorted()).toEqual(
    endingsIn('en')
      .kinds.map(([kind]) => kind)
      .toSorted(),
  )
})

const namesOf = (fault: string) => endingsIn('en').names[fault] ?? ''

describe.each(['fr', 'en'] as const)('in %s', language => {
  test.each(cells.filter(([, , becomes]) => becomes !== '.'))('%s at %s: the step %s', (fault, kind, becomes) => {
    const [method = '', target = '', requestBody = ''] = calls[kind] ?? []
    const status = fault === 'lost' ? null : fault === 'slow' ? 200 : 401
    const struck = { method, target, requestBody, status, faults: [namesOf(fault)] }
    const ending = endingOf(fault, struck, endingsIn(language))
    expect(ending?.endsAfterMs).toBe({ ends: 3_000, waits: 8_000, goes: null }[becomes])
    expect(ending?.text).toMatch(/\.$/)
    expect(ending?.text).not.toContain('{')
    expect(ending?.text, 'apostrophes').not.toContain("'")
    const isTampered = faults.some(({ id, wish }) => id === fault && wish.fault.kind === 'tampered')
    expect(ending?.text.includes('401')).toBe(isTampered)
  })
})

test('one byte changed at the consent: in words, at once', () => {
  const struck = {
    method: 'PUT',
    target: '/stet/psd2/v1.6.2/consents',
    requestBody: '{}',
    status: 401,
    faults: ['tampered'],
  }
  expect(endingOf('body', struck, endingsIn('en'))?.text).toBe(
    'The signature no longer fits the body. The bank refuses: 401. Nothing was recorded, nothing was read.',
  )
  // Requests for tokens are not signed.
  expect(endingOf('body', { ...struck, method: 'POST', target: '/stet/psd2/oauth/token' }, endingsIn('en'))?.text).toBe(
    'One byte of the request has changed. The bank refuses: 401. No token was issued.',
  )
})

test('a lost answer to a refresh uses nothing up, where a lost one to a code does', () => {
  const [method, target] = ['POST', '/stet/psd2/oauth/token']
  const lose = (kind: string) =>
    endingOf(
      'lost',
      { method, target, requestBody: calls[kind]?.[2] ?? '', status: null, faults: ['close_after'] },
      endingsIn('en'),
    )
  expect(lose('renew')?.text).toContain('Guichet keeps the refresh token')
  expect(lose('token')?.text).toContain('The code is used up')
})

test('what changed nothing has no ending: a call that the bank accepted, a switch of the browser, one that met another call, an unknown one', () => {
  const accepted = {
    method: 'GET',
    target: '/stet/psd2/v1.6.2/accounts',
    requestBody: '',
    status: 200,
    faults: ['tampered'],
  }
  for (const fault of ['body', 'doubled', 'twice', 'slow', 'unknown'])
    expect(endingOf(fault, accepted, endingsIn('fr'))).toBeNull()
  expect(endingOf('body', { ...accepted, method: 'PATCH', status: 400 }, endingsIn('fr'))).toBeNull()
})
