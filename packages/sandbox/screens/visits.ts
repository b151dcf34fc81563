import { timingSafeEqual } from 'node:crypto'
import type { Bank } from '#sandbox/banks.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { advanceJourney, type Consequence, type Journey, type Move, type Outcome } from '#sandbox/store/journey.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { readSetting } from '#sandbox/store/settings.ts'
import { hashToken, newToken } from '#sandbox/store/tokens.ts'
import {
  findVisit,
  forgetVisitsBefore,
  insertVisit,
  type Purpose,
  type Visit,
  type VisitFor,
  writeVisit,
} from '#sandbox/store/visits.ts'
import { type Button, newOneTimeCode, type Reading, signInButtons } from './sign-in.ts'

/** How long a finished visit is stored. */
const rememberMs = 86_400_000

/** The customer's time limit from the first screen to the last, in seconds: as set while the bank runs, else the start setting. */
export function readAuthorizationSeconds({ db, settings }: Sandbox): number {
  return Number(readSetting(db, 'authorizationSeconds') ?? settings.authorizationSeconds)
}

/** What a type of visit adds to the common sign-in: buttons, checks of the customer, and its end. */
export type VisitType<P extends Purpose> = {
  readonly purpose: P
  readonly buttons: Readonly<Record<string, Button<VisitFor<P>>>>
  /** Additional checks after a right password or code. */
  refine?(sandbox: Sandbox, visit: VisitFor<P>, reading: Reading): Reading
  /** What the one-time code of a `validation` is bound to. */
  bind?(sandbox: Sandbox, visit: VisitFor<P>): string
  /** Whether the visit has ended before its time limit. */
  isOver?(sandbox: Sandbox, visit: VisitFor<P>): boolean
  /** Carries out an ending (or a rejection), and returns where to redirect, or that it ended differently. */
  conclude(sandbox: Sandbox, visit: VisitFor<P>, consequence: Consequence): Conclusion
}

/** What the browser does next: a redirect to the TPP, or (null) the current screen again. */
export type Onward = { readonly redirectTo: string | null }
export const showScreen: Onward = { redirectTo: null }

/** Where to redirect, and the outcome if it differs from the step's. */
export type Conclusion = Onward & { readonly outcome?: Outcome }

/** What a type of visit stores at its start. */
type Opening<P extends Purpose> = Omit<VisitFor<P>, keyof Common> & Partial<Pick<Common, 'identifier' | 'personId'>>
type Common = Omit<Visit, 'purpose'>

/** Opens a visit. `browserSecret` goes into the cookie of this browser; its hash is stored. */
export function openVisit<P extends Purpose>(
  sandbox: Sandbox,
  bank: Bank,
  how: { readonly journey: Journey; readonly language: Visit['language']; readonly expiresAt: Date },
  opening: Opening<P>,
): { visit: VisitFor<P>; browserSecret: string } {
  const browserSecret = newToken()
  const common: Common = {
    ...how.journey,
    id: newToken(),
    bankCode: bank.code,
    browserHash: hashToken(browserSecret),
    language: how.language,
    turn: 0,
    expiresAt: how.expiresAt,
    identifier: null,
    personId: null,
    accountId: null,
    oneTimeCode: null,
    codeBoundTo: null,
    codeSentAt: null,
    scaAt: null,
  }
  const visit = { ...common, ...opening } as VisitFor<P>
  forgetVisitsBefore(sandbox.db, new Date(sandbox.clock.now().getTime() - rememberMs))
  insertVisit(sandbox.db, visit)
  return { visit, browserSecret }
}

/** The visit with that id and purpose at that bank. */
export function readVisit<P extends Purpose>(sandbox: Sandbox, bank: Bank, purpose: P, id: string): VisitFor<P> | null {
  return /^[A-Za-z0-9_-]{43}$/.test(id) ? findVisit(sandbox.db, bank.code, purpose, id) : null
}

/** Whether the secret in this browser's cookie belongs to the visit. */
export function isSameBrowser({ browserHash }: Visit, browserSecret: string | undefined): boolean {
  if (!browserSecret) return false
  return timingSafeEqual(Buffer.from(hashToken(browserSecret)), Buffer.from(browserHash))
}

/**
 * Redirects the customer when their time is up (bank:D6: `access_denied`, `timeout`). Null before, and for a visit that has ended, whose outcome
 * does not change.
 */
export function endWhenOver<P extends Purpose>(
  sandbox: Sandbox,
  visit: VisitFor<P>,
  visitType: VisitType<P>,
): Onward | null {
  const isOver = sandbox.clock.now() >= visit.expiresAt || visitType.isOver?.(sandbox, visit)
  const move = isOver ? advanceJourney(visit, 'time_ran_out') : null
  return move && applyMove(sandbox, visit, visitType, move)
}

/**
 * Handles a pressed button. A form of an earlier turn (back button, double submit) or an event that does not fit the step changes nothing,
 * and the screen says so. A change and its consequences are stored in one transaction.
 */
export function pressButton<P extends Purpose>(
  sandbox: Sandbox,
  bank: Bank,
  visit: VisitFor<P>,
  visitType: VisitType<P>,
  { action, form }: { readonly action: string; readonly form: URLSearchParams },
): Onward {
  return inTransaction(sandbox.db, () => {
    const late = endWhenOver(sandbox, visit, visitType)
    if (late) return late
    const button = findButton(visitType, action)
    if (!button || form.get('turn') !== String(visit.turn)) return noteOutOfTurn(sandbox, visit)
    const read = button(sandbox, { bank, visit, form })
    const isRight = read.event === 'password_right' || read.event === 'code_right'
    const { event, change } = (isRight && visitType.refine?.(sandbox, visit, read)) || read
    const move = advanceJourney(visit, event)
    return move ? applyMove(sandbox, visit, visitType, { ...move, change }) : noteOutOfTurn(sandbox, visit)
  })
}

/** The button with that name, of the sign-in or of the type of visit; null if there is none. */
export function findButton<P extends Purpose>(visitType: VisitType<P>, action: string): Button<VisitFor<P>> | null {
  const buttons: Readonly<Record<string, Button<VisitFor<P>>>> = { ...signInButtons, ...visitType.buttons }
  return Object.hasOwn(buttons, action) ? (buttons[action] ?? null) : null
}

// Open forms stay valid.
function noteOutOfTurn(sandbox: Sandbox, visit: Visit): Onward {
  if (visit.step !== 'ended' && visit.step !== 'inside') {
    writeVisit(sandbox.db, { ...visit, notice: 'out_of_turn' })
  }
  return showScreen
}

function applyMove<P extends Purpose>(
  sandbox: Sandbox,
  visit: VisitFor<P>,
  visitType: VisitType<P>,
  { journey, consequence, change }: Move & { readonly change?: Reading['change'] | undefined },
): Onward {
  return inTransaction(sandbox.db, () => {
    const moved: VisitFor<P> = { ...visit, ...journey, ...change, turn: visit.turn + 1 }
    const next: VisitFor<P> = { ...moved, ...effectOf(sandbox, moved, visitType, consequence) }
    if (!writeVisit(sandbox.db, next, visit.turn)) throw new Error('the turn moved within a transaction')
    const isShown = consequence === 'show' || consequence === 'send_code'
    const conclusion: Conclusion = isShown ? showScreen : visitType.conclude(sandbox, next, consequence)
    const { redirectTo, outcome = next.outcome } = conclusion
    if (outcome !== next.outcome) writeVisit(sandbox.db, { ...next, outcome })
    const { purpose, bankCode, flow, step } = next
    if (outcome !== null || step === 'inside')
      sandbox.log({ event: 'visit_ended', purpose, bankCode, flow, step, outcome })
    return { redirectTo }
  })
}

const nothingSecret = { identifier: null, oneTimeCode: null, codeBoundTo: null } as const

function effectOf<P extends Purpose>(
  sandbox: Sandbox,
  moved: VisitFor<P>,
  visitType: VisitType<P>,
  consequence: Consequence,
) {
  if (consequence !== 'send_code') return moved.step === 'ended' ? nothingSecret : {}
  const codeBoundTo = (moved.step === 'validation' && visitType.bind?.(sandbox, moved)) || null
  return { oneTimeCode: newOneTimeCode(), codeSentAt: sandbox.clock.now(), codeBoundTo }
}
