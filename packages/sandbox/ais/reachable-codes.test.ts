import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { changePersonStatus } from '#sandbox/store/people.ts'
import type { TestAnswer } from '#sandbox/wire/test-client.ts'
import { type Way, waysToCodes } from './reachable-codes.ts'
import { base, base142 } from './test-psu.ts'
import { openWireDesk } from './test-wire-psu.ts'

const desk = await openWireDesk()
const { organisationId } = desk.bank.tpp
const withoutRole = await desk.bank.newTpp({ organisationId, name: 'Essai SAS', roles: ['PSP_PI'] })
afterAll(() => desk.bank.close())

async function go(way: Way, version: string): Promise<TestAnswer> {
  const { personId, under, method, path, body, times } = way
  const token = await desk.link(personId, way.scope)
  if (under === 'subscription_terminated_later') changePersonStatus(desk.bank.sandbox.db, personId, 'terminated')
  if (needsConsent(way)) await desk.consent(personId, token)
  const requestId = randomUUID()
  if (under === 'repeated_request_id') {
    await desk.call(personId, token, { path: `${version}/end-user-identity`, headers: { 'x-request-id': requestId } })
  }
  const send = () =>
    desk.call(personId, token, {
      method,
      path: version + path,
      headers: { 'x-request-id': under === 'repeated_request_id' ? requestId : randomUUID() },
      batch: under === 'batch',
      ...(body === undefined ? {} : { body }),
      ...(under === 'certificate_without_role' ? { tpp: withoutRole, keyId: desk.bank.keyIdOf(desk.bank.tpp) } : {}),
    })
  let answer = await send()
  for (let time = 1; time < times; time++) answer = await send()
  return answer
}

const needsConsent = ({ personId, scope, status }: Way) =>
  scope === 'aisp' && status !== 501 && personId !== 'sci-tilleuls'

const ways = waysToCodes.map(way => [way.code, way.how.en, way] as const)

describe.each([base, base142])('%s', version => {
  test.each(ways)('%s: %s', async (code, _how, way) => {
    const answer = await go(way, version)
    expect([answer.status, answer.body.message]).toEqual([way.status, code])
    expect(answer.body).toEqual({
      timestamp: expect.any(String),
      status: way.status,
      error: expect.any(String),
      message: code,
      path: (version + way.path).split('?')[0],
    })
  })
})

test('every code of the error table has a way', () => {
  const table = 'AC01 AC04 AC06 BE05 BADS ENDE FF01 INTE INTS IPGN IPSU NAAC NGAC NIMP TMRQ RENF CDNA'
  expect([...new Set(waysToCodes.map(({ code }) => code))].sort()).toEqual(table.split(' ').sort())
})
