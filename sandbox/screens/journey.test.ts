import { describe, expect, test } from 'vitest'
import {
  advanceJourney,
  beginJourney,
  type Consequence,
  errorDescriptions,
  events,
  type Journey,
  type JourneyEvent,
  limits,
  outcomes,
  type Step,
  steps,
} from './journey.ts'

const at = (step: Step, change: Partial<Journey> = {}): Journey => ({ ...beginJourney(), step, ...change })

/** Every edge there is; whatever is not written here must be refused. */
const edges: Record<Step, Partial<Record<JourneyEvent, [Step, Consequence]>>> = {
  identifier: {
    identifier_given: ['password', 'show'],
    identifier_malformed: ['identifier', 'show'],
    refused: ['ended', 'send_back'],
    time_ran_out: ['ended', 'send_back'],
  },
  password: {
    identifier_taken_back: ['identifier', 'show'],
    password_right: ['strong_authentication', 'send_code'],
    password_right_but_terminated: ['terminated', 'show'],
    password_wrong: ['password', 'show'],
    refused: ['ended', 'send_back'],
    time_ran_out: ['ended', 'send_back'],
  },
  strong_authentication: {
    code_right: ['approval', 'show'],
    code_wrong: ['strong_authentication', 'show'],
    code_expired: ['strong_authentication', 'show'],
    code_asked_again: ['strong_authentication', 'send_code'],
    refused: ['ended', 'send_back'],
    time_ran_out: ['ended', 'send_back'],
  },
  approval: {
    approved: ['ended', 'issue_code'],
    refused: ['ended', 'send_back'],
    time_ran_out: ['ended', 'send_back'],
  },
  terminated: {
    acknowledged: ['ended', 'send_back'],
    refused: ['ended', 'send_back'],
    time_ran_out: ['ended', 'send_back'],
  },
  ended: {},
}

describe('every step × every event', () => {
  for (const step of steps)
    for (const event of events) {
      const edge = edges[step][event]
      test(`${step} + ${event} -> ${edge ? edge.join(', ') : 'out of turn'}`, () => {
        const move = advanceJourney(at(step), event)
        expect(move && [move.journey.step, move.consequence]).toEqual(edge ?? null)
        if (move) expect(move.journey.outcome === null).toBe(move.journey.step !== 'ended')
      })
    }
})

describe('how it ends', () => {
  test('a code is issued on one edge only: approval + approved', () => {
    const issuing = steps.flatMap(step =>
      events.filter(event => advanceJourney(at(step), event)?.consequence === 'issue_code').map(e => `${step} ${e}`),
    )
    expect(issuing).toEqual(['approval approved'])
  })

  test('each outcome but approval has a description of plain ASCII', () => {
    for (const outcome of outcomes)
      if (outcome !== 'approved') expect(errorDescriptions[outcome]).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  })

  test('a terminated subscription stays so, whichever way the page is left', () => {
    for (const event of ['acknowledged', 'refused', 'time_ran_out'] as const)
      expect(advanceJourney(at('terminated'), event)?.journey.outcome).toBe('subscription_terminated')
  })
})

describe('tries', () => {
  test('the third wrong password locks, after a warning before the last', () => {
    const first = advanceJourney(at('password'), 'password_wrong')
    expect(first?.journey.notice).toBe('password_wrong')
    const second = advanceJourney(first?.journey ?? at('ended'), 'password_wrong')
    expect(second?.journey.notice).toBe('password_last_try')
    const third = advanceJourney(second?.journey ?? at('ended'), 'password_wrong')
    expect(third).toMatchObject({ consequence: 'send_back', journey: { outcome: 'password_locked', step: 'ended' } })
  })

  test('another identifier does not buy more passwords', () => {
    const back = advanceJourney(at('password', { wrongPasswords: 2 }), 'identifier_taken_back')
    const again = advanceJourney(back?.journey ?? at('ended'), 'identifier_given')
    expect(advanceJourney(again?.journey ?? at('ended'), 'password_wrong')?.journey.outcome).toBe('password_locked')
  })

  test('the third wrong code refuses, also when codes were resent between', () => {
    const warned = advanceJourney(at('strong_authentication', { wrongCodes: 1, codesSent: 1 }), 'code_wrong')
    expect(warned?.journey.notice).toBe('code_last_try')
    const resent = advanceJourney(warned?.journey ?? at('ended'), 'code_asked_again')
    expect(resent?.consequence).toBe('send_code')
    expect(advanceJourney(resent?.journey ?? at('ended'), 'code_wrong')?.journey.outcome).toBe('code_locked')
  })

  test('an expired code costs no try', () => {
    const move = advanceJourney(at('strong_authentication', { wrongCodes: 2 }), 'code_expired')
    expect(move?.journey).toMatchObject({ wrongCodes: 2, notice: 'code_expired' })
  })

  test('codes sent are limited', () => {
    const move = advanceJourney(at('strong_authentication', { codesSent: limits.codesSent }), 'code_asked_again')
    expect(move).toMatchObject({
      consequence: 'show',
      journey: { notice: 'no_more_codes', codesSent: limits.codesSent },
    })
  })

  test('a notice lives for one screen', () => {
    const wrong = advanceJourney(at('password'), 'password_wrong')
    expect(advanceJourney(wrong?.journey ?? at('ended'), 'password_right')?.journey.notice).toBeNull()
  })
})
