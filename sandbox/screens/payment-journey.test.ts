import { describe, expect, test } from 'vitest'
import { limits } from './journey.ts'
import {
  advancePaymentJourney,
  beginPaymentJourney,
  type Flow,
  flows,
  type PaymentConsequence,
  type PaymentEvent,
  type PaymentJourney,
  type PaymentStep,
  paymentEvents,
  paymentSteps,
} from './payment-journey.ts'

const at = (flow: Flow, step: PaymentStep, change: Partial<PaymentJourney> = {}): PaymentJourney => ({
  ...beginPaymentJourney(flow, false),
  step,
  ...change,
})

type Edges = Partial<Record<PaymentEvent, [PaymentStep, PaymentConsequence]>>

const leaving: Edges = { refused: ['ended', 'send_back'], time_ran_out: ['ended', 'send_back'] }
const telling: Edges = { ...leaving, acknowledged: ['ended', 'send_back'] }

function codeEdges(step: PaymentStep): Edges {
  return {
    ...leaving,
    code_wrong: [step, 'show'],
    code_expired: [step, 'show'],
    code_asked_again: [step, 'send_code'],
  }
}

/** Every edge that all three ways have; whatever is not written here or below must be refused. */
const common: Record<PaymentStep, Edges> = {
  confirmation: { ...leaving, overtaken: ['ended', 'send_back'] },
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
  },
  strong_authentication: {
    ...codeEdges('strong_authentication'),
    code_right: ['account', 'show'],
    code_right_but_no_account: ['no_account', 'reject'],
  },
  account: { ...leaving, account_chosen: ['validation', 'send_code'], account_not_offered: ['account', 'show'] },
  cancellation: { ...leaving, confirmed: ['validation', 'send_code'] },
  validation: { ...codeEdges('validation'), overtaken: ['ended', 'send_back'] },
  no_account: telling,
  terminated: telling,
  ended: {},
}

const own: Record<Flow, Partial<Record<PaymentStep, Edges>>> = {
  full: {
    password: { password_right: ['strong_authentication', 'send_code'] },
    validation: { code_right: ['confirmation', 'show'], account_taken_back: ['account', 'show'] },
    confirmation: { confirmed: ['ended', 'accept'] },
  },
  short: {
    confirmation: { confirmed: ['identifier', 'show'] },
    password: {
      password_right: ['validation', 'send_code'],
      password_right_but_no_account: ['no_account', 'reject'],
    },
    validation: { code_right: ['ended', 'accept'] },
  },
  cancellation: {
    password: {
      password_right: ['cancellation', 'show'],
      password_right_but_no_account: ['no_account', 'reject'],
    },
    validation: { code_right: ['ended', 'accept'] },
  },
}

describe.each(flows)('%s: every step × every event', flow => {
  for (const step of paymentSteps)
    for (const event of paymentEvents) {
      const edge = own[flow][step]?.[event] ?? common[step][event]
      test(`${step} + ${event} -> ${edge ? edge.join(', ') : 'out of turn'}`, () => {
        const move = advancePaymentJourney(at(flow, step), event)
        expect(move && [move.journey.step, move.consequence]).toEqual(edge ?? null)
        if (move) expect(move.journey.outcome === null).toBe(move.journey.step !== 'ended')
        if (move) expect(move.journey.flow).toBe(flow)
      })
    }
})

function walk(journey: PaymentJourney, ...events: PaymentEvent[]): { steps: PaymentStep[]; last: PaymentJourney } {
  const steps = [journey.step]
  let last = journey
  for (const event of events) {
    const move = advancePaymentJourney(last, event)
    if (!move) throw new Error(`${event} is out of turn at ${last.step}`)
    last = move.journey
    steps.push(last.step)
  }
  return { steps, last }
}

describe('the screens in the documented order', () => {
  test('identification, authentication, account, validation, confirmation', () => {
    const { steps, last } = walk(
      beginPaymentJourney('full', false),
      ...(['identifier_given', 'password_right', 'code_right', 'account_chosen', 'code_right', 'confirmed'] as const),
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

  test('identification is skipped when the identifier was supplied, and can’t be changed then', () => {
    const journey = beginPaymentJourney('full', true)
    expect(journey.step).toBe('password')
    expect(advancePaymentJourney(journey, 'identifier_taken_back')).toBeNull()
  })

  test('with the debtor IBAN: confirmation, one authentication, back', () => {
    expect(walk(beginPaymentJourney('short', true), 'confirmed', 'password_right', 'code_right').steps).toEqual([
      'confirmation',
      'password',
      'validation',
      'ended',
    ])
  })

  test('a cancellation: sign in, what is cancelled, validation, back', () => {
    const events = ['identifier_given', 'password_right', 'confirmed', 'code_right'] as const
    expect(walk(beginPaymentJourney('cancellation', false), ...events).steps).toEqual([
      'identifier',
      'password',
      'cancellation',
      'validation',
      'ended',
    ])
  })
})

describe('how it ends', () => {
  test('nothing is consented to but after a validation', () => {
    const accepting = flows.flatMap(flow =>
      paymentSteps.flatMap(step =>
        paymentEvents
          .filter(event => advancePaymentJourney(at(flow, step), event)?.consequence === 'accept')
          .map(event => `${flow} ${step} ${event}`),
      ),
    )
    expect(accepting).toEqual([
      'full confirmation confirmed',
      'short validation code_right',
      'cancellation validation code_right',
    ])
  })

  test('no way in the full flow reaches the confirmation around the validation', () => {
    const before = reach(beginPaymentJourney('full', false), 'validation')
    expect([...before]).not.toContain('confirmation')
  })

  test.each([
    ['no_account', 'no_account'],
    ['terminated', 'subscription_terminated'],
  ] as const)('%s stays so, whichever way the page is left', (step, outcome) => {
    for (const event of ['acknowledged', 'refused', 'time_ran_out'] as const)
      expect(advancePaymentJourney(at('full', step), event)?.journey.outcome).toBe(outcome)
  })
})

/** Every step that any events lead to, going on from none at `stop`. */
function reach(journey: PaymentJourney, stop?: PaymentStep, seen = new Set<PaymentStep>()): Set<PaymentStep> {
  if (seen.has(journey.step)) return seen
  seen.add(journey.step)
  if (journey.step === stop) return seen
  for (const event of paymentEvents) {
    const move = advancePaymentJourney(journey, event)
    if (move) reach(move.journey, stop, seen)
  }
  return seen
}

describe('tries', () => {
  test('the third wrong password rejects, another identifier does not buy more', () => {
    const warned = walk(at('full', 'password'), 'password_wrong', 'password_wrong').last
    expect(warned.notice).toBe('password_last_try')
    const again = walk(warned, 'identifier_taken_back', 'identifier_given', 'password_wrong').last
    expect(again.outcome).toBe('password_locked')
  })

  test('the third wrong code rejects, also when codes were resent between', () => {
    const { last } = walk(at('full', 'validation'), 'code_wrong', 'code_asked_again', 'code_wrong', 'code_wrong')
    expect(last.outcome).toBe('code_locked')
  })

  test('the second authentication counts its own tries and codes', () => {
    const start = at('full', 'strong_authentication', { wrongCodes: 2, codesSent: limits.codesSent })
    expect(walk(start, 'code_right', 'account_chosen').last).toMatchObject({ wrongCodes: 0, codesSent: 1 })
  })

  test('another account buys neither tries nor codes', () => {
    const around = ['account_taken_back', 'account_chosen'] as const
    const start = at('full', 'validation', { wrongCodes: 2, codesSent: 1 })
    expect(walk(start, ...around, 'code_wrong').last.outcome).toBe('code_locked')
    expect(walk(start, ...around, ...around, ...around, ...around).last.outcome).toBe('code_locked')
  })

  test('codes sent are limited', () => {
    const move = advancePaymentJourney(at('short', 'validation', { codesSent: limits.codesSent }), 'code_asked_again')
    expect(move).toMatchObject({ consequence: 'show', journey: { notice: 'no_more_codes' } })
  })
})
