/**
 * A customer's (PSU's) way through the screens of the bank as a pure state machine: transitions, numbers of tries, endings. No
 * clock, no store, no HTML. Every visit has one of five flows:
 *
 *     authorization   consent to a TPP (document 1, overall sequence 2; bank:D6), in a browser or in the bank's app
 *     fallback        the login to online banking (document 1, fallback mode)
 *     full            a payment (document 2, redirect screen sequence)
 *     short           a payment with a debtor IBAN
 *     cancellation    the cancellation of a payment
 *
 * `validation` is the strong authentication whose one-time code is bound to what it validates (dynamic linking).
 */
export const flows = ['authorization', 'fallback', 'full', 'short', 'cancellation'] as const
export type Flow = (typeof flows)[number]

export const steps = [
  'identifier',
  'password',
  'strong_authentication',
  'approval',
  'inside',
  'account',
  'validation',
  'confirmation',
  'cancellation',
  'no_account',
  'terminated',
  'ended',
] as const
export type Step = (typeof steps)[number]

const ways: Readonly<Record<Flow, readonly Step[]>> = {
  authorization: ['identifier', 'password', 'strong_authentication', 'approval'],
  fallback: ['identifier', 'password', 'strong_authentication', 'inside'],
  full: ['identifier', 'password', 'strong_authentication', 'account', 'validation', 'confirmation'],
  short: ['confirmation', 'identifier', 'password', 'validation'],
  cancellation: ['identifier', 'password', 'cancellation', 'validation'],
}

/** How it ended; all except `approved` are refusals for the TPP. */
export const outcomes = [
  'approved',
  'refused',
  'timeout',
  'no_account',
  'password_locked',
  'code_locked',
  'subscription_terminated',
  'overtaken',
] as const
export type Outcome = (typeof outcomes)[number]

/** Notices about what was typed in a field. */
export const fieldNotices = [
  'identifier_malformed',
  'password_missing',
  'password_wrong',
  'password_last_try',
  'code_missing',
  'code_wrong',
  'code_last_try',
  'code_expired',
] as const

/** What the next screen says about the last try. */
export const notices = [...fieldNotices, 'code_resent', 'no_more_codes', 'account_not_offered', 'out_of_turn'] as const
export type Notice = (typeof notices)[number]

export const events = [
  'identifier_given',
  'identifier_malformed',
  'identifier_taken_back',
  'password_right',
  'password_right_but_terminated',
  'password_right_but_no_account',
  'password_wrong',
  'nothing_typed',
  'code_right',
  'code_right_but_no_account',
  'code_wrong',
  'code_expired',
  'code_asked_again',
  'account_chosen',
  'account_not_offered',
  'account_taken_back',
  'agreed',
  'refused',
  'acknowledged',
  'overtaken',
  'signed_out',
  'time_ran_out',
] as const
export type JourneyEvent = (typeof events)[number]

export type Journey = {
  readonly flow: Flow
  /** The TPP supplied the identifier: its screen is skipped, and it can't be changed. */
  readonly identifierKnown: boolean
  readonly step: Step
  readonly wrongPasswords: number
  readonly wrongCodes: number
  readonly codesSent: number
  readonly notice: Notice | null
  readonly outcome: Outcome | null
}

/**
 * What the server does after a transition. `accept`: stores the consent, and the customer is redirected to the TPP. `reject`:
 * refuses at once, and the customer is told before the redirect.
 */
export type Consequence = 'show' | 'send_code' | 'reject' | 'send_back' | 'accept'

export type Move = { readonly journey: Journey; readonly consequence: Consequence }

/** Tries for the password and for each one-time code, and codes sent for each strong authentication. */
export const limits = { wrongPasswords: 3, wrongCodes: 3, codesSent: 4 } as const

/** A journey before its first screen. */
export function beginJourney(flow: Flow, identifierKnown = false): Journey {
  const [step = 'ended'] = screensOf({ flow, identifierKnown })
  return { flow, identifierKnown, step, wrongPasswords: 0, wrongCodes: 0, codesSent: 0, notice: null, outcome: null }
}

/** Progress: the number of the screen from 1, and how many there are. */
export function progressOf(journey: Journey): { readonly step: number; readonly steps: number } {
  const screens: readonly Step[] = screensOf(journey).filter(step => step !== 'inside')
  return { step: Math.max(1, screens.indexOf(journey.step) + 1), steps: screens.length }
}

function screensOf({ flow, identifierKnown }: Pick<Journey, 'flow' | 'identifierKnown'>): readonly Step[] {
  return ways[flow].filter(step => step !== 'identifier' || !identifierKnown)
}

type Handler = (journey: Journey) => Move | null
type Handlers = Partial<Record<JourneyEvent, Handler>>

const show = (journey: Journey, change: Partial<Journey>): Move => ({
  journey: { ...journey, notice: null, ...change },
  consequence: 'show',
})

const ending =
  (outcome: Outcome): Handler =>
  journey => ({
    journey: { ...journey, step: 'ended', notice: null, outcome },
    consequence: outcome === 'approved' ? 'accept' : 'send_back',
  })

/** Goes to the next screen of the flow; after the last one there is consent. */
const goOn: Handler = journey => {
  const screens = screensOf(journey)
  const at = screens.indexOf(journey.step)
  if (at === -1) return null
  const step = screens[at + 1]
  if (step === undefined) return ending('approved')(journey)
  return step === 'strong_authentication' || step === 'validation' ? askCode(journey, step) : show(journey, { step })
}

function askCode(journey: Journey, step: Step): Move | null {
  // Going back to the accounts and forward again must not give more codes or tries.
  if (journey.codesSent >= limits.codesSent) return ending('code_locked')(journey)
  return { journey: { ...journey, step, codesSent: journey.codesSent + 1, notice: null }, consequence: 'send_code' }
}

const countWrongPassword: Handler = journey => {
  const wrongPasswords = journey.wrongPasswords + 1
  if (wrongPasswords >= limits.wrongPasswords) return ending('password_locked')({ ...journey, wrongPasswords })
  const last = wrongPasswords === limits.wrongPasswords - 1
  return show(journey, { wrongPasswords, notice: last ? 'password_last_try' : 'password_wrong' })
}

const countWrongCode: Handler = journey => {
  const wrongCodes = journey.wrongCodes + 1
  if (wrongCodes >= limits.wrongCodes) return ending('code_locked')({ ...journey, wrongCodes })
  const last = wrongCodes === limits.wrongCodes - 1
  return show(journey, { wrongCodes, notice: last ? 'code_last_try' : 'code_wrong' })
}

const sendCodeAgain: Handler = journey => {
  if (journey.codesSent >= limits.codesSent) return show(journey, { notice: 'no_more_codes' })
  const resent: Journey = { ...journey, codesSent: journey.codesSent + 1, notice: 'code_resent' }
  return { journey: resent, consequence: 'send_code' }
}

/** A PSU without an eligible account can't continue (document 2, redirect screen sequence): the customer is told why. */
const rejectWithoutAccount: Handler = journey => ({
  journey: { ...journey, step: 'no_account', notice: null },
  consequence: 'reject',
})

/** Handlers for some flows only. */
const on =
  (possible: readonly Flow[], handler: Handler): Handler =>
  journey =>
    possible.includes(journey.flow) ? handler(journey) : null

/** Leaving is possible on every screen before the end (bank:D6: `access_denied`), and so is a time-out. */
const leave: Handlers = { refused: ending('refused'), time_ran_out: ending('timeout') }

/** An empty form counts for no try. */
const codes: Handlers = {
  nothing_typed: journey => show(journey, { notice: 'code_missing' }),
  code_wrong: countWrongCode,
  code_expired: journey => show(journey, { notice: 'code_expired' }),
  code_asked_again: sendCodeAgain,
}

/** A page with information only: however it is left, the outcome is the same. */
const telling = (outcome: Outcome): Handlers => ({
  acknowledged: ending(outcome),
  refused: ending(outcome),
  time_ran_out: ending(outcome),
})

const handlers: Readonly<Record<Step, Handlers>> = {
  identifier: {
    ...leave,
    identifier_given: goOn,
    identifier_malformed: journey => show(journey, { notice: 'identifier_malformed' }),
  },
  password: {
    ...leave,
    // The count of wrong passwords is kept, so that another identifier gives no more tries.
    identifier_taken_back: journey => (journey.identifierKnown ? null : show(journey, { step: 'identifier' })),
    password_right: goOn,
    password_right_but_terminated: journey => show(journey, { step: 'terminated' }),
    // In these flows the account is fixed.
    password_right_but_no_account: on(['short', 'cancellation'], rejectWithoutAccount),
    password_wrong: countWrongPassword,
    nothing_typed: journey => show(journey, { notice: 'password_missing' }),
  },
  strong_authentication: {
    ...leave,
    ...codes,
    // A second authentication has its own tries and codes.
    code_right: journey => goOn({ ...journey, wrongCodes: 0, codesSent: 0 }),
    code_right_but_no_account: on(['full'], rejectWithoutAccount),
  },
  approval: { ...leave, agreed: goOn },
  inside: { signed_out: ending('refused'), time_ran_out: ending('timeout') },
  account: {
    ...leave,
    account_chosen: goOn,
    account_not_offered: journey => show(journey, { notice: 'account_not_offered' }),
  },
  validation: {
    ...leave,
    ...codes,
    code_right: goOn,
    account_taken_back: on(['full'], journey => show(journey, { step: 'account' })),
    // The request has ended meanwhile, or what is validated differs from what was shown: no consent.
    overtaken: ending('overtaken'),
  },
  confirmation: { ...leave, agreed: goOn },
  cancellation: { ...leave, agreed: goOn },
  no_account: telling('no_account'),
  // Error IPSU: the person reads the reason first, then is redirected to the TPP.
  terminated: telling('subscription_terminated'),
  ended: {},
}

/**
 * The transition for an event; null if the event does not fit the step: a double submit, the back button, a finished visit. Null
 * changes nothing and gives no consent.
 */
export function advanceJourney(journey: Journey, event: JourneyEvent): Move | null {
  return handlers[journey.step][event]?.(journey) ?? null
}
