import { pauseSeconds } from '@guichet/stet/bank-time.ts'
import { BankError, type BankErrorFields } from '@guichet/stet/errors.ts'
import { describe, expect, test } from 'vitest'
import { budgetCap, maxTries } from '#lib/domain/bank/backoff.ts'
import { repeatWhenSilent } from './repeat.ts'

let banks = 0
/** A bank with its whole retry budget, and no waiting. */
const fresh = (attended = true) => ({ bankCode: `bank ${banks++}`, attended, random: () => 0 })

const failing = (fields: Partial<BankErrorFields> = {}) =>
  new BankError({
    kind: 'status',
    operation: 'balances.read',
    requestId: 'r',
    sent: 'yes',
    status: 503,
    detail: '',
    ...fields,
  })

/** Fails so many times, then answers; counts the tries. */
function failsFor(failures: number, error: () => unknown = failing) {
  const tries: number[] = []
  const act = async (number: number) => {
    tries.push(number)
    if (tries.length <= failures) throw error()
    return 'read'
  }
  return { tries, act }
}

describe('with a person waiting', () => {
  test('a reading that fails twice succeeds at the third try', async () => {
    const { tries, act } = failsFor(2)
    await expect(repeatWhenSilent(fresh(), act)).resolves.toBe('read')
    expect(tries).toEqual([1, 2, 3])
  })

  test('after three tries, the bank’s own failure', async () => {
    const { tries, act } = failsFor(9)
    await expect(repeatWhenSilent(fresh(), act)).rejects.toMatchObject({ status: 503 })
    expect(tries).toHaveLength(maxTries.attended)
  })

  test.each([
    ['a refusal', () => failing({ status: 403, code: 'NGAC' })],
    ['the allowance of the day', () => failing({ status: 429, code: 'TMRQ' })],
    ['a bank that is left alone', () => failing({ kind: 'paused', sent: 'no' })],
    ['no free slot', () => failing({ kind: 'crowded', sent: 'no' })],
    [
      'a code that may have been used',
      () => failing({ operation: 'oauth.exchange', kind: 'timeout', sent: 'unknown' }),
    ],
    ['an emergency', () => failing({ operation: 'oauth.fallback' })],
    ['more patience than a person has', () => failing({ retryAfterSeconds: pauseSeconds(60) })],
    ['a fault of our own', () => new Error('ours')],
  ])('%s is not repeated', async (_, error) => {
    const { tries, act } = failsFor(1, error)
    await expect(repeatWhenSilent(fresh(), act)).rejects.toBeInstanceOf(Error)
    expect(tries).toHaveLength(1)
  })

  test('nothing is repeated for a person who has left', async () => {
    const { tries, act } = failsFor(1)
    await expect(repeatWhenSilent({ ...fresh(), signal: AbortSignal.abort() }, act)).rejects.toMatchObject({
      status: 503,
    })
    expect(tries).toHaveLength(1)
  })
})

test('nothing is repeated without a person: the next run of the task does it', async () => {
  const { tries, act } = failsFor(1)
  await expect(repeatWhenSilent(fresh(false), act)).rejects.toMatchObject({ status: 503 })
  expect(tries).toHaveLength(1)
})

test('a bank that fails for everybody soon gets one try per call; another bank has its own budget', async () => {
  const failingBank = fresh()
  let asked = 0
  const people = 100
  for (let person = 0; person < people; person += 1) {
    const { tries, act } = failsFor(9)
    await repeatWhenSilent(failingBank, act).catch(() => undefined)
    asked += tries.length
  }
  expect(asked).toBeLessThanOrEqual(people * 1.1 + budgetCap)
  const { act } = failsFor(1)
  await expect(repeatWhenSilent(fresh(), act)).resolves.toBe('read')
})
