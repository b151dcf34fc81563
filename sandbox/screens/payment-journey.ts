import { limits, type Notice } from './journey.ts'

/**
 * The way of a customer (PSU) through the screens of a payment (§ Redirect screen sequence), as a pure state machine. No
 * clock, no store, no HTML. Three ways lead through it:
 *
 *     full          identifier · password · strong authentication · account · validation · confirmation
 *     short         confirmation · identifier · password · validation           (the debtor IBAN was supplied)
 *     cancellation  identifier · password · cancellation · validation
 *
 * `validation` is the strong authentication whose one-time code is bound to what it validates (dynamic linking). The
 * identifier is skipped when the PISP supplied it (`debtor.privateId.identification`).
 */
export const flows = ['full', 'short', 'cancellation'] as const
export type Flow = (typeof flows)[number]

export const paymentSteps = [
  'confirmation',
  'identifier',
  'password',
  'strong_authentication',
  'account',
  'cancellation',
  'validation',
  'no_account',
  'terminated',
  'ended',
] as const
export type PaymentStep = (typeof paymentSteps)[number]

/** How it ended; all but `approved` go to unsuccessfulReportUrl with `error` and `error_description`. */
export const paymentOutcomes = [
  'approved',
  'refused',
  'timeout',
  'no_account',
  'password_locked',
  'code_locked',
  'subscription_terminated',
  'overtaken',
] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

export const paymentEvents = [
  'identifier_given',
  'identifier_malformed',
  'identifier_taken_back',
  'password_right',
  'password_right_but_terminated',
  'password_right_but_no_account',
  'password_wrong',
  'code_right',
  'code_right_but_no_account',
  'code_wrong',
  'code_expired',
  'code_asked_again',
  'account_chosen',
  'account_not_offered',
  'account_taken_back',
  'confirmed',
  'refused',
  'acknowledged',
  'overtaken',
  'time_ran_out',
] as const
export type PaymentEvent = (typeof paymentEvents)[number]

export type PaymentJourney = {
  readonly flow: Flow
  /** The PISP supplied the identifier: its screen is skipped, and it can't be changed. */
  readonly identifierKnown: boolean
  readonly step: PaymentStep
  readonly wrongPasswords: number
  readonly wrongCodes: number
  readonly codesSent: number
  readonly notice: Notice | null
  readonly outcome: PaymentOutcome | null
}

/**
 * What the server does once the journey moved. `accept`: the payment (or its cancellation) is consented to, and the
 * customer goes to successfulReportUrl. `reject`: it is rejected at once, and the customer is told before going back.
 */
export type PaymentConsequence = 'show' | 'send_code' | 'reject' | 'send_back' | 'accept'

export type PaymentMove = { readonly journey: PaymentJourney; readonly consequence: PaymentConsequence }

/** A journey before its first screen. */
export function beginPaymentJourney(flow: Flow, identifierKnown: boolean): PaymentJourney {
  const step = flow === 'short' ? 'confirmation' : firstOfSignIn(identifierKnown)
  return { flow, identifierKnown, step, wrongPasswords: 0, wrongCodes: 0, codesSent: 0, notice: null, outcome: null }
}

const firstOfSignIn = (identifierKnown: boolean): PaymentStep => (identifierKnown ? 'password' : 'identifier')

type Handler = (journey: PaymentJourney) => PaymentMove | null

const show = (journey: PaymentJourney, change: Partial<PaymentJourney>): PaymentMove => ({
  journey: { ...journey, notice: null, ...change },
  consequence: 'show',
})

function end(journey: PaymentJourney, outcome: PaymentOutcome): PaymentMove {
  const ended: PaymentJourney = { ...journey, step: 'ended', notice: null, outcome }
  return { journey: ended, consequence: outcome === 'approved' ? 'accept' : 'send_back' }
}

function askCode(journey: PaymentJourney, step: 'strong_authentication' | 'validation'): PaymentMove {
  // Going back to the accounts and on again must not buy more codes or more tries than the screen itself gives.
  if (journey.codesSent >= limits.codesSent) return end(journey, 'code_locked')
  const asked: PaymentJourney = { ...journey, step, codesSent: journey.codesSent + 1, notice: null }
  return { journey: asked, consequence: 'send_code' }
}

function countWrongPassword(journey: PaymentJourney): PaymentMove {
  const wrongPasswords = journey.wrongPasswords + 1
  if (wrongPasswords >= limits.wrongPasswords) return end({ ...journey, wrongPasswords }, 'password_locked')
  const last = wrongPasswords === limits.wrongPasswords - 1
  return show(journey, { wrongPasswords, notice: last ? 'password_last_try' : 'password_wrong' })
}

function countWrongCode(journey: PaymentJourney): PaymentMove {
  const wrongCodes = journey.wrongCodes + 1
  if (wrongCodes >= limits.wrongCodes) return end({ ...journey, wrongCodes }, 'code_locked')
  const last = wrongCodes === limits.wrongCodes - 1
  return show(journey, { wrongCodes, notice: last ? 'code_last_try' : 'code_wrong' })
}

function sendCodeAgain(journey: PaymentJourney): PaymentMove {
  if (journey.codesSent >= limits.codesSent) return show(journey, { notice: 'no_more_codes' })
  const resent: PaymentJourney = { ...journey, codesSent: journey.codesSent + 1, notice: 'code_resent' }
  return { journey: resent, consequence: 'send_code' }
}

/** Without an eligible account the request does not succeed (§ Redirect screen sequence): the customer is told why. */
const rejectWithoutAccount = (journey: PaymentJourney): PaymentMove => ({
  journey: { ...journey, step: 'no_account', notice: null },
  consequence: 'reject',
})

/** After the password: each way goes on differently. */
function signIn(journey: PaymentJourney): PaymentMove {
  if (journey.flow === 'full') return askCode(journey, 'strong_authentication')
  if (journey.flow === 'short') return askCode(journey, 'validation')
  return show(journey, { step: 'cancellation' })
}

/** The first screen of the short way, the last of the full one; a cancellation has none. */
function confirm(journey: PaymentJourney): PaymentMove | null {
  if (journey.flow === 'short') return show(journey, { step: firstOfSignIn(journey.identifierKnown) })
  return journey.flow === 'full' ? end(journey, 'approved') : null
}

/** Leaving is possible on every screen before the end, and so is running out of time. */
const leave: Partial<Record<PaymentEvent, Handler>> = {
  refused: journey => end(journey, 'refused'),
  time_ran_out: journey => end(journey, 'timeout'),
}

const codes: Partial<Record<PaymentEvent, Handler>> = {
  code_wrong: countWrongCode,
  code_expired: journey => show(journey, { notice: 'code_expired' }),
  code_asked_again: sendCodeAgain,
}

/** A page that only tells something: whichever way it is left, the outcome is the same. */
function telling(outcome: PaymentOutcome): Partial<Record<PaymentEvent, Handler>> {
  const finish: Handler = journey => end(journey, outcome)
  return { acknowledged: finish, refused: finish, time_ran_out: finish }
}

const handlers: Readonly<Record<PaymentStep, Partial<Record<PaymentEvent, Handler>>>> = {
  confirmation: {
    ...leave,
    confirmed: confirm,
    // Between the validation and this last word the bank may have let the payment go (clock, desk): nothing is consented.
    overtaken: journey => end(journey, 'overtaken'),
  },
  identifier: {
    ...leave,
    identifier_given: journey => show(journey, { step: 'password' }),
    identifier_malformed: journey => show(journey, { notice: 'identifier_malformed' }),
  },
  password: {
    ...leave,
    // The count of wrong passwords stays: another identifier does not buy three more tries.
    identifier_taken_back: journey => (journey.identifierKnown ? null : show(journey, { step: 'identifier' })),
    password_right: signIn,
    password_right_but_terminated: journey => show(journey, { step: 'terminated' }),
    password_right_but_no_account: journey => (journey.flow === 'full' ? null : rejectWithoutAccount(journey)),
    password_wrong: countWrongPassword,
  },
  strong_authentication: {
    ...leave,
    ...codes,
    // The second authentication counts its own tries and codes.
    code_right: journey => show(journey, { step: 'account', wrongCodes: 0, codesSent: 0 }),
    code_right_but_no_account: rejectWithoutAccount,
  },
  account: {
    ...leave,
    account_chosen: journey => askCode(journey, 'validation'),
    account_not_offered: journey => show(journey, { notice: 'account_not_offered' }),
  },
  cancellation: { ...leave, confirmed: journey => askCode(journey, 'validation') },
  validation: {
    ...leave,
    ...codes,
    code_right: journey =>
      journey.flow === 'full' ? show(journey, { step: 'confirmation' }) : end(journey, 'approved'),
    account_taken_back: journey => (journey.flow === 'full' ? show(journey, { step: 'account' }) : null),
    overtaken: journey => end(journey, 'overtaken'),
  },
  no_account: telling('no_account'),
  // Error IPSU: the person reads why first, then goes back to the TPP.
  terminated: telling('subscription_terminated'),
  ended: {},
}

/**
 * The move that follows an event, or null when the event does not belong to the step: a second submit, the back
 * button, a finished journey. Null never changes anything and never consents to anything.
 */
export function advancePaymentJourney(journey: PaymentJourney, event: PaymentEvent): PaymentMove | null {
  return handlers[journey.step][event]?.(journey) ?? null
}
