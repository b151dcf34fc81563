import { describe, expect, test } from 'vitest'
import { decideFaults, type Fault, type FaultRule, realLifeFailures, realLifeMeanMs, shortNameOf } from './decide.ts'
import { faultRule } from './test-rule.ts'

const call = {
  method: 'GET',
  path: '/stet/psd2/v1.6.2/accounts/{id}/balances',
  bankCode: '19870',
  organisationId: 'PSDFR-ACPR-1',
  personId: 'lea-moreau',
  text: '{"remittanceInformation":["CMD4711"]}',
}
const run = (start: FaultRule, times: number): { faults: Fault[][]; rules: readonly FaultRule[] } => {
  let rules: readonly FaultRule[] = [start]
  const faults = Array.from({ length: times }, () => {
    const decision = decideFaults(rules, call, 'wire')
    rules = decision.rules
    return [...decision.faults]
  })
  return { faults, rules }
}

describe('a changed request', () => {
  const oauth = { ...call, method: 'POST', path: '/stet/psd2/oauth/token' }
  const verify = { ...call, method: 'POST', path: '/vop/v1/payee-verifications' }
  const pay = { ...call, method: 'POST', path: '/stet/psd2/v1.6.2/payment-requests' }
  const list = { ...call, path: '/stet/psd2/v1.6.2/accounts' }
  test.each([
    ['body', [oauth, list, call], []],
    ['certificate', [oauth, list, call], []],
    ['date', [list, call], [oauth, verify]],
    ['token', [list, call], [oauth, verify]],
    ['account', [call], [oauth, list]],
    [
      'code',
      [oauth],
      [{ ...oauth, text: 'grant_type=refresh_token&refresh_token=x' }, list, call, { ...oauth, method: 'GET' }],
    ],
    ['amount', [pay], [oauth, list, call]],
    ['payee', [pay], [oauth, list, call]],
  ] as const)('%s waits for a call that has one', (what, met, passed) => {
    const start = faultRule({ fault: { kind: 'tampered', what }, callsLeft: 1 })
    for (const one of passed) expect(decideFaults([start], one, 'wire')).toEqual({ faults: [], rules: [start] })
    for (const one of met) expect(decideFaults([start], one, 'wire').faults).toEqual([start.fault])
  })
})

describe('which calls a fault affects', () => {
  test.each([
    [{}, true],
    [{ endpoint: 'GET /accounts/{id}/balances' }, true],
    [{ endpoint: 'GET /stet/psd2/v1.6.2/accounts/{id}/balances' }, true],
    [{ endpoint: 'GET /stet/psd2/v1.4.2/accounts/{id}/balances' }, false],
    [{ endpoint: 'PUT /accounts/{id}/balances' }, false],
    [{ bankCode: '19871' }, false],
    [{ organisationId: 'PSDFR-ACPR-1' }, true],
    [{ organisationId: 'PSDFR-ACPR-2' }, false],
    [{ personId: 'lea-moreau' }, true],
    [{ personId: 'camille-bernard' }, false],
    [{ about: ['CMD4711'] }, true],
    [{ about: ['CMD4712'] }, false],
    [{ personId: 'camille-bernard', about: ['CMD4712', 'CMD4711'] }, true],
    [{ personId: 'camille-bernard', about: ['CMD4712'] }, false],
    [{ personId: 'lea-moreau', about: ['CMD4712'] }, true],
    [{ bankCode: '19871', about: ['CMD4711'] }, false],
  ])('%j: %s', (target, meets) => {
    expect(decideFaults([faultRule(target)], call, 'wire').faults).toHaveLength(meets ? 1 : 0)
  })

  test('short names omit the interface’s path', () => {
    expect(shortNameOf('POST', '/stet/psd2/oauth/token')).toBe('POST /token')
    expect(shortNameOf('POST', '/stet/setting/v1/register')).toBe('POST /register')
  })

  test('a callback fault affects callbacks only', () => {
    const dropped = faultRule({ fault: { kind: 'callback_dropped' } })
    expect(decideFaults([dropped], call, 'wire').faults).toEqual([])
    expect(decideFaults([dropped], call, 'callback').faults).toEqual([{ kind: 'callback_dropped' }])
    expect(decideFaults([faultRule()], call, 'callback').faults).toEqual([])
  })
})

describe('how often', () => {
  test('for the next N calls, then removed', () => {
    const { faults, rules } = run(faultRule({ callsLeft: 2 }), 4)
    expect(faults.map(list => list.length)).toEqual([1, 1, 0, 0])
    expect(rules).toEqual([])
  })

  test('until removed', () => {
    expect(run(faultRule(), 50).faults.every(list => list.length === 1)).toBe(true)
  })

  test('for a share of the calls, reproducible by the seed', () => {
    const half = run(faultRule({ share: 0.5 }), 400).faults.map(list => list.length)
    const met = half.filter(length => length === 1).length
    expect(met).toBeGreaterThan(150)
    expect(met).toBeLessThan(250)
    expect(run(faultRule({ share: 0.5 }), 400).faults.map(list => list.length)).toEqual(half)
    expect(run(faultRule({ share: 0.5, seed: 'other' }), 400).faults.map(list => list.length)).not.toEqual(half)
  })

  test('calls that are not affected are not counted down', () => {
    const { faults } = run(faultRule({ share: 0.5, callsLeft: 3 }), 100)
    expect(faults.filter(list => list.length === 1)).toHaveLength(3)
  })
})

test(`real life waits ${realLifeMeanMs} ms on average and fails in ${realLifeFailures * 100} % of the calls`, () => {
  const calls = run(faultRule({ fault: { kind: 'real_life' } }), 20_000).faults
  const delays = calls.map(([first]) => (first?.kind === 'delay' ? first.delayMs : Number.NaN))
  const mean = delays.reduce((sum, ms) => sum + ms, 0) / delays.length
  expect(Math.abs(mean - realLifeMeanMs)).toBeLessThan(10)
  const failures = calls.filter(list => list.length > 1).length / calls.length
  expect(failures).toBeGreaterThan(realLifeFailures * 0.75)
  expect(failures).toBeLessThan(realLifeFailures * 1.25)
})
