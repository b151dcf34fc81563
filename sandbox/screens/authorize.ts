import type { Bank } from '#sandbox/banks.ts'
import { isStillRegistered } from '#sandbox/oauth/authorize-request.ts'
import { issueCode } from '#sandbox/oauth/codes.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { forgetAppOpenings } from '#sandbox/store/app-openings.ts'
import type { Application } from '#sandbox/store/applications.ts'
import {
  type Authorization,
  findAuthorization,
  forgetAuthorizationsBefore,
  insertAuthorization,
  moveAuthorization,
  noteOnAuthorization,
} from '#sandbox/store/authorizations.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { readSetting } from '#sandbox/store/settings.ts'
import { advanceJourney, beginJourney, errorDescriptions, type JourneyEvent, type Move } from './journey.ts'
import { buildRedirect } from './redirect.ts'
import {
  hashSecret,
  isJourneyId,
  judgeCode,
  judgePassword,
  newOneTimeCode,
  newSecret,
  readTypedIdentifier,
} from './sign-in.ts'
import type { Language } from './texts.ts'

/** The buttons of the screens, as the last segment of the path they post to. */
export const actions = [
  'identifier',
  'identifier-back',
  'password',
  'code',
  'resend',
  'approve',
  'refuse',
  'acknowledge',
] as const
export type Action = (typeof actions)[number]

/** An ended authorization is remembered for a day. */
const rememberMs = 86_400_000

/** How long a customer has from the first screen to the last, in seconds: what was stored while the bank ran, else the start setting. */
export function readAuthorizationSeconds({ db, settings }: Sandbox): number {
  return Number(readSetting(db, 'authorizationSeconds') ?? settings.authorizationSeconds)
}

/** A checked authorize request, as `checkAuthorizeRequest` gives it. */
export type Request = {
  readonly application: Application
  readonly redirectUri: string
  readonly scope: 'aisp' | 'cbpii'
  readonly state: string | null
  readonly codeChallenge: string | null
}

/** Begins the customer's way. `browserSecret` goes into the cookie of this browser; the store keeps its hash. */
export function beginAuthorization(
  sandbox: Sandbox,
  bank: Bank,
  request: Request,
  language: Language,
): { authorization: Authorization; browserSecret: string } {
  const now = sandbox.clock.now()
  const browserSecret = newSecret()
  const authorization: Authorization = {
    ...beginJourney(),
    id: newSecret(),
    bankCode: bank.code,
    browserHash: hashSecret(browserSecret),
    clientId: request.application.clientId,
    softwareId: request.application.softwareId,
    legalName: request.application.name,
    redirectUri: request.redirectUri,
    scope: request.scope,
    state: request.state,
    codeChallenge: request.codeChallenge,
    language,
    turn: 0,
    identifier: null,
    personId: null,
    oneTimeCode: null,
    codeSentAt: null,
    scaAt: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + readAuthorizationSeconds(sandbox) * 1000),
  }
  forgetAuthorizationsBefore(sandbox.db, new Date(now.getTime() - rememberMs))
  forgetAppOpenings(sandbox.db)
  insertAuthorization(sandbox.db, authorization)
  return { authorization, browserSecret }
}

/** What follows for the browser: the current screen again, or away to the TPP. */
export type Outcome = { readonly redirectTo: string } | { readonly redirectTo: null }
export const showScreen: Outcome = { redirectTo: null }

/**
 * Sends the customer back when their time is up (D6: `access_denied`, `timeout`). Null while there is time, and for an
 * authorization that has ended: what it ended as stays.
 */
export function endWhenTimedOut(sandbox: Sandbox, authorization: Authorization): Outcome | null {
  if (authorization.step === 'ended' || sandbox.clock.now() < authorization.expiresAt) return null
  const move = advanceJourney(authorization, 'time_ran_out')
  return move ? carryOut(sandbox, authorization, move, {}) : null
}

/**
 * One press of a button. A form of an earlier turn (back button, second submit) and an event that does not fit the step
 * change nothing; the screen then says so.
 */
export function submitForm(
  sandbox: Sandbox,
  bank: Bank,
  authorization: Authorization,
  action: Action,
  form: URLSearchParams,
): Outcome {
  const late = endWhenTimedOut(sandbox, authorization)
  if (late) return late
  if (form.get('turn') !== String(authorization.turn)) return outOfTurn(sandbox, authorization)
  const { event, change } = readEvent(sandbox, bank, authorization, action, form)
  const move = advanceJourney(authorization, event)
  return move ? carryOut(sandbox, authorization, move, change) : outOfTurn(sandbox, authorization)
}

function outOfTurn(sandbox: Sandbox, authorization: Authorization): Outcome {
  if (authorization.step !== 'ended') {
    noteOnAuthorization(sandbox.db, authorization.bankCode, authorization.id, 'out_of_turn')
  }
  return showScreen
}

type Reading = { event: JourneyEvent; change: Partial<Authorization> }

function readEvent(
  sandbox: Sandbox,
  bank: Bank,
  authorization: Authorization,
  action: Action,
  form: URLSearchParams,
): Reading {
  switch (action) {
    case 'identifier':
      return readIdentifierForm(sandbox, bank, form)
    case 'identifier-back':
      return { event: 'identifier_taken_back', change: { personId: null } }
    case 'password':
      return {
        event: passwordEvents[judgePassword(sandbox, authorization.personId, form.get('password') ?? '')],
        change: {},
      }
    case 'code':
      return readCodeForm(sandbox, authorization, form)
    case 'resend':
      return { event: 'code_asked_again', change: {} }
    case 'approve':
      return { event: 'approved', change: {} }
    case 'acknowledge':
      return { event: 'acknowledged', change: {} }
    case 'refuse':
      return { event: 'refused', change: {} }
  }
}

function readIdentifierForm(sandbox: Sandbox, bank: Bank, form: URLSearchParams): Reading {
  const { isWellFormed, identifier, personId } = readTypedIdentifier(sandbox, bank, form)
  return { event: isWellFormed ? 'identifier_given' : 'identifier_malformed', change: { identifier, personId } }
}

const passwordEvents = {
  right: 'password_right',
  wrong: 'password_wrong',
  terminated: 'password_right_but_terminated',
} as const

function readCodeForm(sandbox: Sandbox, authorization: Authorization, form: URLSearchParams): Reading {
  const verdict = judgeCode(sandbox, authorization, form.get('code') ?? '')
  if (verdict !== 'right') return { event: verdict === 'expired' ? 'code_expired' : 'code_wrong', change: {} }
  return { event: 'code_right', change: { scaAt: sandbox.clock.now(), oneTimeCode: null } }
}

// The move is stored and the code issued in one transaction, and only by the one request that finds the turn it read.
function carryOut(sandbox: Sandbox, authorization: Authorization, move: Move, change: Partial<Authorization>): Outcome {
  const moved: Authorization = { ...authorization, ...move.journey, ...change, ...effectOf(sandbox, move) }
  // Ended without a way back: the TPP took its address, its role or itself out of the register meanwhile.
  const lost = moved.outcome !== null && !isStillRegistered(sandbox, moved)
  const next: Authorization = lost ? { ...moved, outcome: 'refused' } : moved
  return inTransaction(sandbox.db, () => {
    if (!moveAuthorization(sandbox.db, next, authorization.turn)) return outOfTurn(sandbox, authorization)
    if (next.outcome !== null) {
      const { bankCode, clientId } = next
      sandbox.log({ event: 'authorization_ended', bankCode, clientId, outcome: next.outcome })
    }
    if (lost) return showScreen
    if (move.consequence === 'send_back') return { redirectTo: refusalOf(next) }
    if (move.consequence === 'issue_code') return { redirectTo: approvalOf(sandbox, next) }
    return showScreen
  })
}

function effectOf(sandbox: Sandbox, move: Move): Partial<Authorization> {
  if (move.consequence === 'send_code') {
    return { oneTimeCode: newOneTimeCode(), codeSentAt: sandbox.clock.now() }
  }
  return move.journey.step === 'ended' ? { identifier: null, oneTimeCode: null } : {}
}

function refusalOf(authorization: Authorization): string {
  const { outcome, redirectUri, state } = authorization
  if (outcome === null || outcome === 'approved') throw new Error('an approval is no refusal')
  return buildRedirect(redirectUri, {
    error: 'access_denied',
    error_description: errorDescriptions[outcome],
    state,
  })
}

function approvalOf(sandbox: Sandbox, authorization: Authorization): string {
  const { bankCode, clientId, personId, redirectUri, scope, codeChallenge, scaAt, state } = authorization
  if (personId === null || scaAt === null) throw new Error('approved by nobody')
  const code = issueCode(sandbox, { bankCode, clientId, personId, redirectUri, scope, codeChallenge, scaAt })
  return buildRedirect(redirectUri, { code, state })
}

/** The authorization of that id at that bank. */
export function readAuthorization(sandbox: Sandbox, bank: Bank, id: string): Authorization | null {
  return isJourneyId(id) ? findAuthorization(sandbox.db, bank.code, id) : null
}
