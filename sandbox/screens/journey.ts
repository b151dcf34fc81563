/**
 * The way of a customer (PSU) through the screens of the bank, as a pure state machine: what may follow what, how many
 * tries there are, how it ends. No clock, no store, no HTML (§ Overall sequence 2, D6).
 */

export const steps = ['identifier', 'password', 'strong_authentication', 'approval', 'terminated', 'ended'] as const
export type Step = (typeof steps)[number]

/** How it ended; all but `approved` go back as `error=access_denied` with `errorDescriptions[outcome]`. */
export const outcomes = [
  'approved',
  'refused',
  'timeout',
  'password_locked',
  'code_locked',
  'subscription_terminated',
] as const
export type Outcome = (typeof outcomes)[number]

/** What the next screen tells about the last try. */
export const notices = [
  'identifier_malformed',
  'password_wrong',
  'password_last_try',
  'code_wrong',
  'code_last_try',
  'code_expired',
  'code_resent',
  'no_more_codes',
  'account_not_offered',
  'out_of_turn',
] as const
export type Notice = (typeof notices)[number]

export const events = [
  'identifier_given',
  'identifier_malformed',
  'identifier_taken_back',
  'password_right',
  'password_right_but_terminated',
  'password_wrong',
  'code_right',
  'code_wrong',
  'code_expired',
  'code_asked_again',
  'approved',
  'refused',
  'acknowledged',
  'time_ran_out',
] as const
export type JourneyEvent = (typeof events)[number]

export type Journey = {
  readonly step: Step
  readonly wrongPasswords: number
  readonly wrongCodes: number
  readonly codesSent: number
  readonly notice: Notice | null
  readonly outcome: Outcome | null
}

/** What the server does once the journey moved: show the next screen, or send the customer back to the TPP. */
export type Consequence = 'show' | 'send_back' | 'issue_code' | 'send_code'

export type Move = { readonly journey: Journey; readonly consequence: Consequence }

/** Tries for the password and for the one-time code, and one-time codes sent, per journey. */
export const limits = { wrongPasswords: 3, wrongCodes: 3, codesSent: 4 } as const

/** `error_description` of each way to end without an approval (RFC 6749 § 4.1.2.1: plain ASCII). */
export const errorDescriptions: Readonly<Record<Exclude<Outcome, 'approved'>, string>> = {
  refused: 'refused',
  timeout: 'timeout',
  password_locked: 'password_locked',
  code_locked: 'code_locked',
  subscription_terminated: 'subscription_terminated',
}

/** A journey before its first screen. */
export function beginJourney(): Journey {
  return { step: 'identifier', wrongPasswords: 0, wrongCodes: 0, codesSent: 0, notice: null, outcome: null }
}

type Handler = (journey: Journey) => Move

const show = (journey: Journey, change: Partial<Journey>): Move => ({
  journey: { ...journey, notice: null, ...change },
  consequence: 'show',
})

function end(journey: Journey, outcome: Outcome): Move {
  const ended: Journey = { ...journey, step: 'ended', notice: null, outcome }
  return { journey: ended, consequence: outcome === 'approved' ? 'issue_code' : 'send_back' }
}

function sendCode(journey: Journey, notice: Notice | null): Move {
  const codesSent = journey.codesSent + 1
  return { journey: { ...journey, step: 'strong_authentication', codesSent, notice }, consequence: 'send_code' }
}

function countWrongPassword(journey: Journey): Move {
  const wrongPasswords = journey.wrongPasswords + 1
  if (wrongPasswords >= limits.wrongPasswords) return end({ ...journey, wrongPasswords }, 'password_locked')
  const last = wrongPasswords === limits.wrongPasswords - 1
  return show(journey, { wrongPasswords, notice: last ? 'password_last_try' : 'password_wrong' })
}

function countWrongCode(journey: Journey): Move {
  const wrongCodes = journey.wrongCodes + 1
  if (wrongCodes >= limits.wrongCodes) return end({ ...journey, wrongCodes }, 'code_locked')
  const last = wrongCodes === limits.wrongCodes - 1
  return show(journey, { wrongCodes, notice: last ? 'code_last_try' : 'code_wrong' })
}

function sendCodeAgain(journey: Journey): Move {
  if (journey.codesSent >= limits.codesSent) return show(journey, { notice: 'no_more_codes' })
  return sendCode(journey, 'code_resent')
}

/** Leaving is possible on every screen before the end (D6: `access_denied`), and so is running out of time. */
const leave: Partial<Record<JourneyEvent, Handler>> = {
  refused: journey => end(journey, 'refused'),
  time_ran_out: journey => end(journey, 'timeout'),
}

const handlers: Readonly<Record<Step, Partial<Record<JourneyEvent, Handler>>>> = {
  identifier: {
    ...leave,
    identifier_given: journey => show(journey, { step: 'password' }),
    identifier_malformed: journey => show(journey, { notice: 'identifier_malformed' }),
  },
  password: {
    ...leave,
    // The count of wrong passwords stays: another identifier does not buy three more tries.
    identifier_taken_back: journey => show(journey, { step: 'identifier' }),
    password_right: journey => sendCode(journey, null),
    password_right_but_terminated: journey => show(journey, { step: 'terminated' }),
    password_wrong: countWrongPassword,
  },
  strong_authentication: {
    ...leave,
    code_right: journey => show(journey, { step: 'approval' }),
    code_wrong: countWrongCode,
    code_expired: journey => show(journey, { notice: 'code_expired' }),
    code_asked_again: sendCodeAgain,
  },
  approval: { ...leave, approved: journey => end(journey, 'approved') },
  // Error IPSU: the person reads why first, then goes back to the TPP. Every way out says the same thing.
  terminated: {
    acknowledged: journey => end(journey, 'subscription_terminated'),
    refused: journey => end(journey, 'subscription_terminated'),
    time_ran_out: journey => end(journey, 'subscription_terminated'),
  },
  ended: {},
}

/**
 * The move that follows an event, or null when the event does not belong to the step: a second submit, the back
 * button, a finished journey. Null never changes anything and never issues anything.
 */
export function advanceJourney(journey: Journey, event: JourneyEvent): Move | null {
  const handler = handlers[journey.step][event]
  return handler ? handler(journey) : null
}
