import { describe, expect, test } from 'vitest'
import {
  advanceJourney,
  beginJourney,
  type Consequence,
  events,
  type Flow,
  flows,
  type Journey,
  type JourneyEvent,
  limits,
  outcomes,
  progressOf,
  type Step,
  steps,
} from './journey.ts'

const at = (flow: Flow, step: Step, change: Partial<Journey> = {}): Journey => ({
  ...beginJourney(flow),
  step,
  ...change,
})

type Edges = Partial<Record<JourneyEvent, [Step, Consequence]>>

const leaving: Edges = { refused: ['ended', 'send_back'], time_ran_out: ['ended', 'send_back'] }
const telling: Edges = { ...leaving, acknowledged: ['ended', 'send_back'] }

function codeEdges(step: Step): Edges {
  return {
    ...leaving,
    nothing_typed: [step, 'show'],
    code_wrong: [step, 'show'],
    code_expired: [step, 'show'],
    code_asked_again: [step, 'send_code'],
  }
}

/** Transitions common to all flows; any other must be refused. */
const common: Partial<Record<Step, Edges>> = {
  identifier: {
    ...leaving,
    identifier_given: ['password', 'show'],
    identifier_malformed: ['identifier', 'show'],
  },
  password: {
    ...leaving,
    identifier_taken_back: ['identifier', 'show'],
    password_right_but_terminated: ['terminated', 'show'],
    password_wrong: ['password', 'show'],
    nothing_typed: ['password', 'show'],
  },
  terminated: telling,
}

const codeAfterPassword: Partial<Record<Step, Edges>> = {
  password: { password_right: ['strong_authentication', 'send_code'] },
}
/** Of a flow in which the account is fixed. */
const lastCode: Partial<Record<Step, Edges>> = {
  validation: {
    ...codeEdges('validation'),
    code_right: ['ended', 'accept'],
    overtaken: ['ended', 'send_back'],
  },
  no_account: telling,
}

/** Transitions of each flow. */
const own: Record<Flow, Partial<Record<Step, Edges>>> = {
  authorization: {
    ...codeAfterPassword,
    strong_authentication: { ...codeEdges('strong_authentication'), code_right: ['approval', 'show'] },
    approval: { ...leaving, agreed: ['ended', 'accept'] },
  },
  fallback: {
    ...codeAfterPassword,
    strong_authentication: { ...codeEdges('strong_authentication'), code_right: ['inside', 'show'] },
    inside: { signed_out: ['ended', 'send_back'], time_ran_out: ['ended', 'send_back'] },
  },
  full: {
    ...codeAfterPassword,
    strong_authentication: {
      ...codeEdges('strong_authentication'),
      code_right: ['account', 'show'],
      code_right_but_no_account: ['no_account', 'reject'],
    },
    account: { ...leaving, account_chosen: ['validation', 'send_code'], account_not_offered: ['account', 'show'] },
    validation: {
      ...codeEdges('validation'),
      code_right: ['confirmation', 'show'],
      account_taken_back: ['account', 'show'],
      overtaken: ['ended', 'send_back'],
    },
    confirmation: { ...leaving, agreed: ['ended', 'accept'] },
    no_account: telling,
  },
  short: {
    confirmation: { ...leaving, agreed: ['identifier', 'show'] },
    password: {
      password_right: ['validation', 'send_code'],
      password_right_but_no_account: ['no_account', 'reject'],
    },
    ...lastCode,
  },
  cancellation: {
    password: {
      password_right: ['cancellation', 'show'],
      password_right_but_no_account: ['no_account', 'reject'],
    },
    cancellation: { ...leaving, agreed: ['validation', 'send_code'] },
    ...lastCode,
  },
}

const stepsOf = (flow: Flow): readonly Step[] =>
  steps.filter(step => step === 'ended' || own[flow][step] || common[step])

describe.each(flows)('%s: every step × every event', flow => {
  for (const step of stepsOf(flow))
    for (const event of events) {
      const edge = own[flow][step]?.[event] ?? common[step]?.[event]
      test(`${step} + ${event} -> ${edge ? edge.join(', ') : 'out of turn'}`, () => {
        const move = advanceJourney(at(flow, step), event)
        expect(move && [move.journey.step, move.consequence]).toEqual(edge ?? null)
        if (move) expect(move.journey.outcome === null).toBe(move.journey.step !== 'ended')
        if (move) expect(move.journey.flow).toBe(flow)
      })
    }

  test('leads to exactly these steps', () => {
    expect([...reach(beginJourney(flow))].sort()).toEqual([...stepsOf(flow)].sort())
  })
})

function walk(journey: Journey, ...events: JourneyEvent[]): { steps: Step[]; last: Journey } {
  const steps = [journey.step]
  let last = journey
  for (const event of events) {
    const move = advanceJourney(last, event)
    if (!move) throw new Error(`${event} is out of turn at ${last.step}`)
    last = move.journey
    steps.push(last.step)
  }
  return { steps, last }
}

describe('the screens in the documented order', () => {
  test('an authorization, and the login of the fallback mode', () => {
    const signIn = ['identifier_given', 'password_right', 'code_right'] as const
    const screens = ['identifier', 'password', 'strong_authentication']
    expect(walk(beginJourney('authorization'), ...signIn, 'agreed').steps).toEqual([...screens, 'approval', 'ended'])
    expect(walk(beginJourney('fallback'), ...signIn, 'signed_out').steps).toEqual([...screens, 'inside', 'ended'])
  })

  test('each screen has its number, and their total', () => {
    const progress = (flow: Flow, identifierKnown: boolean, ...of: Step[]) =>
      of
        .map(step => progressOf({ ...beginJourney(flow, identifierKnown), step }))
        .map(({ step, steps }) => [step, steps])
    expect(progress('authorization', false, 'identifier', 'approval')).toEqual([
      [1, 4],
      [4, 4],
    ])
    expect(progress('fallback', false, 'strong_authentication')).toEqual([[3, 3]])
    expect(progress('short', true, 'confirmation', 'password', 'validation')).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  test('identification, authentication, account, validation, confirmation', () => {
    const { steps, last } = walk(
      beginJourney('full', false),
      ...(['identifier_given', 'password_right', 'code_right', 'account_chosen', 'code_right', 'agreed'] as const),
    )
    expect(steps).toEqual([
      'identifier',
      'password',
      'strong_authentication',
      'account',
      'validation',
      'confirmation',
      'ended',
    ])
    expect(last.outcome).toBe('approved')
  })

  test('identification is skipped if the identifier was supplied, and can’t be changed then', () => {
    const journey = beginJourney('full', true)
    expect(journey.step).toBe('password')
    expect(advanceJourney(journey, 'identifier_taken_back')).toBeNull()
  })

  test('with a debtor IBAN: confirmation, one authentication, back', () => {
    expect(walk(beginJourney('short', true), 'agreed', 'password_right', 'code_right').steps).toEqual([
      'confirmation',
      'password',
      'validation',
      'ended',
    ])
  })

  test('a cancellation: sign-in, what is cancelled, validation, back', () => {
    const events = ['identifier_given', 'password_right', 'agreed', 'code_right'] as const
    expect(walk(beginJourney('cancellation', false), ...events).steps).toEqual([
      'identifier',
      'password',
      'cancellation',
      'validation',
      'ended',
    ])
  })
})

describe('endings', () => {
  test('consent needs strong authentication', () => {
    const accepting = flows.flatMap(flow =>
      steps.flatMap(step =>
        events
          .filter(event => advanceJourney(at(flow, step), event)?.consequence === 'accept')
          .map(event => `${flow} ${step} ${event}`),
      ),
    )
    expect(accepting).toEqual([
      'authorization approval agreed',
      'full confirmation agreed',
      'short validation code_right',
      'cancellation validation code_right',
    ])
  })

  test.each([
    ['authorization', 'strong_authentication', 'approval'],
    ['fallback', 'strong_authentication', 'inside'],
    ['full', 'validation', 'confirmation'],
  ] as const)('%s: no way leads around %s to %s', (flow, around, step) => {
    expect([...reach(beginJourney(flow), around)]).not.toContain(step)
  })

  test('each outcome is plain ASCII for error_description (RFC 6749 § 4.1.2.1)', () => {
    for (const outcome of outcomes) expect(outcome).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  })

  test.each([
    ['no_account', 'no_account'],
    ['terminated', 'subscription_terminated'],
  ] as const)('%s stays so, whichever way the page is left', (step, outcome) => {
    for (const event of ['acknowledged', 'refused', 'time_ran_out'] as const)
      expect(advanceJourney(at('full', step), event)?.journey.outcome).toBe(outcome)
  })
})

/** Every step that events can lead to, without continuing after `stop`. */
function reach(journey: Journey, stop?: Step, seen = new Set<Step>()): Set<Step> {
  if (seen.has(journey.step)) return seen
  seen.add(journey.step)
  if (journey.step === stop) return seen
  for (const event of events) {
    const move = advanceJourney(journey, event)
    if (move) reach(move.journey, stop, seen)
  }
  return seen
}

describe('tries', () => {
  test('the third wrong password rejects, even with another identifier', () => {
    const warned = walk(at('full', 'password'), 'password_wrong', 'password_wrong').last
    expect(warned.notice).toBe('password_last_try')
    const again = walk(warned, 'identifier_taken_back', 'identifier_given', 'password_wrong').last
    expect(again.outcome).toBe('password_locked')
  })

  test('the third wrong code rejects, even with codes resent in between', () => {
    const { last } = walk(at('full', 'validation'), 'code_wrong', 'code_asked_again', 'code_wrong', 'code_wrong')
    expect(last.outcome).toBe('code_locked')
  })

  test('the second authentication has its own tries and codes', () => {
    const start = at('full', 'strong_authentication', { wrongCodes: 2, codesSent: limits.codesSent })
    expect(walk(start, 'code_right', 'account_chosen').last).toMatchObject({ wrongCodes: 0, codesSent: 1 })
  })

  test('another account gives no more tries or codes', () => {
    const around = ['account_taken_back', 'account_chosen'] as const
    const start = at('full', 'validation', { wrongCodes: 2, codesSent: 1 })
    expect(walk(start, ...around, 'code_wrong').last.outcome).toBe('code_locked')
    expect(walk(start, ...around, ...around, ...around, ...around).last.outcome).toBe('code_locked')
  })

  test('an expired code does not count as a try', () => {
    const move = advanceJourney(at('authorization', 'strong_authentication', { wrongCodes: 2 }), 'code_expired')
    expect(move?.journey).toMatchObject({ wrongCodes: 2, notice: 'code_expired' })
  })

  test('nothing typed does not count as a try', () => {
    const password = at('authorization', 'password', { wrongPasswords: 2 })
    expect(walk(password, 'nothing_typed', 'nothing_typed').last).toEqual({ ...password, notice: 'password_missing' })
    const code = at('full', 'validation', { wrongCodes: 2 })
    expect(walk(code, 'nothing_typed', 'nothing_typed').last).toEqual({ ...code, notice: 'code_missing' })
  })

  test('a notice is shown on one screen only', () => {
    expect(walk(at('authorization', 'password'), 'password_wrong').last.notice).toBe('password_wrong')
    expect(walk(at('authorization', 'password'), 'password_wrong', 'password_right').last.notice).toBeNull()
  })

  test('sent codes are limited', () => {
    const move = advanceJourney(at('short', 'validation', { codesSent: limits.codesSent }), 'code_asked_again')
    expect(move).toMatchObject({ consequence: 'show', journey: { notice: 'no_more_codes' } })
  })
})
