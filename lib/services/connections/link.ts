import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bank } from '@guichet/stet/bank.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { authorizeUrl, codeChallengeOf, createCodeVerifier, exchangeCode, type TokenSet } from '@guichet/stet/oauth.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { callbackUrl, openBank } from '#lib/banks.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { repeatWhileAway } from '#lib/base/database-away.ts'
import { isUuid } from '#lib/base/ids.ts'
import { returnTry, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { eventOfCallbackError, flowLifeMs, type LinkEvent, quarantineMs, visitorOf } from '#lib/domain/consent/link.ts'
import type { LinkFailure } from '#lib/domain/refusals/failure.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Person } from '#lib/domain/who.ts'
import { type RecordedCalls, recordCalls } from '#lib/services/banks/calls.ts'
import { findBank, toBankView } from '#lib/services/banks/directory.ts'
import { isAnswerLost, isBankSilent, policyOf, reportOurFault, toRefused } from '#lib/services/banks/refusal.ts'
import { finishConsent } from '#lib/services/consent/sending.ts'
import { queueRevocation, revokeNow } from '#lib/services/grants/revocations.ts'
import { requireVerifiedAddress } from '#lib/services/people/verification.ts'
import type { LinkFlowView } from '#lib/views/banking.ts'
import {
  claimSecretOf,
  type Flow,
  findFlowByState,
  isClaimSecret,
  moveFlow,
  openTokens,
  openVerifier,
  sealVerifier,
  storeTokens,
} from './link-flow.ts'
import { type Adopted, NoAccounts, OtherLogin, storeGrant } from './store-grant.ts'

export type LinkStart = {
  readonly bankCode: string
  readonly purpose: 'link' | 'renew'
  readonly connectionId?: string
}

export type Visitor = { readonly userId: string; readonly sessionId: string }

export type Callback = {
  readonly bankCode: string
  readonly query: URLSearchParams
  readonly visitor: Visitor | null
  readonly presence: Presence
}

export type CallbackOutcome = {
  readonly next: 'consent' | 'connection' | 'resume' | 'result'
  readonly flowId: string | null
  readonly connectionId: string | null
  readonly failure: LinkFailure | null
  /** With 'resume': claims the flow; for this browser's cookie only. */
  readonly claimSecret: string | null
}

/** Counts unfinished links only; a finished one is refunded. */
const startLimit = { limit: 20, windowSeconds: 600 }
const startsOf = (userId: string) => `link:${userId}`

/**
 * Where to send the browser. The state is 256 bits, valid once, ten minutes, for person, bank and purpose
 * (C2, C4). Refusals: `address_not_confirmed`, `too_many_tries`, `bank_unknown`, `not_found`, `connection_gone`.
 */
export async function startLink(
  { userId }: Person,
  start: LinkStart,
  keep: (tx: Tx, flowId: string) => Promise<void> = async () => undefined,
): Promise<{ flowId: string; redirectTo: string }> {
  await requireVerifiedAddress(userId, 'connection.link')
  await takeTry(startsOf(userId), startLimit)
  if (start.purpose === 'renew') await refuseUnlessRenewable(userId, start)
  else if ((await findBank(start.bankCode)) === null) throw new Refused('bank_unknown')
  const bank = requireFound(await openBank(start.bankCode), 'bank_unknown')
  const id = randomUUID()
  const state = newSecret()
  const verifier = bank.pkce ? createCodeVerifier() : null
  const redirectUri = callbackUrl(bank.code)
  const createdAt = now()
  const data = {
    id,
    userId,
    bankCode: bank.code,
    purpose: start.purpose,
    connectionId: start.connectionId ?? null,
    stateHash: hashOf(state),
    verifierSealed: verifier === null ? null : await sealVerifier(id, verifier),
    redirectUri,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + flowLifeMs),
  }
  await db().$transaction(async tx => {
    await tx.linkFlow.create({ data })
    await keep(tx, id)
  })
  const challenge = verifier === null ? {} : { codeChallenge: codeChallengeOf(verifier) }
  return { flowId: id, redirectTo: authorizeUrl(bank, { redirectUri, scope: 'aisp', state, ...challenge }).href }
}

async function refuseUnlessRenewable(userId: string, { bankCode, connectionId }: LinkStart): Promise<void> {
  if (!isUuid(connectionId)) throw new Refused('not_found')
  const connection = requireFound(await db().connection.findFirst({ where: { id: connectionId, userId, bankCode } }))
  if (connection.status === 'disconnected') throw new Refused('connection_gone')
}

/**
 * The bank's redirect. Never throws for what an attacker may put in. The code is used once; all who bring it get the
 * first outcome (C5, L1); in another browser the tokens wait (C9). Throws without database: the callback may come
 * again.
 */
export async function receiveCallback(callback: Callback): Promise<CallbackOutcome> {
  const { bankCode, query } = callback
  const state = query.get('state')
  const flow = state === null || state === '' ? null : await findFlowByState(state)
  if (!flow) return refuseStranger(callback, 'unknown_link')
  if (flow.bankCode !== bankCode || !(await isIssuer(flow, query.get('iss')))) {
    return refuseStranger(callback, 'wrong_bank')
  }
  const code = codeOf(query)
  if (flow.status !== 'redirected') return repeatOutcome(flow, code, callback)
  if (flow.expiresAt <= now()) return endFlow(flow, 'expired', callback)
  const error = query.get('error')?.trim()
  if (error) {
    const event = eventOfCallbackError(error.toLowerCase(), query.get('error_description'))
    return endFlow(flow, event, callback, { bankError: cleanText(error, 64) })
  }
  if (code === null || code.length > 2_000) return endFlow(flow, 'bank_error', callback)
  // Before the code is claimed, which is used once or never.
  const [bank, verifier] = await Promise.all([openBank(flow.bankCode), openVerifier(flow)])
  if (!(await claimExchange(flow, code))) return repeatOutcome(flow, code, callback)
  return exchange(flow, { bank, code, verifier }, callback)
}

/** A gateway may have added a space or a line end. */
const codeOf = (query: URLSearchParams) => query.get('code')?.trim() || null

/** Changes nothing, is logged (L3, C3). */
async function refuseStranger(callback: Callback, failure: LinkFailure): Promise<CallbackOutcome> {
  await appendAudit({
    userId: callback.visitor?.userId ?? null,
    stream: 'system',
    action: 'link.refused',
    detail: { failure, bank: cleanText(callback.bankCode, 20) },
    ip: callback.presence.ipAddress,
  })
  return ended(null, failure)
}

/** RFC 9207. */
async function isIssuer(flow: Flow, issuer: string | null): Promise<boolean> {
  if (!issuer) return true
  if (!URL.canParse(issuer)) return false
  const bank = await openBank(flow.bankCode)
  const { origin } = new URL(issuer)
  return bank !== null && (origin === bank.baseUrl.origin || origin === bank.screensUrl.origin)
}

function ended(flowId: string | null, failure: LinkFailure | null): CallbackOutcome {
  return { next: 'result', flowId, connectionId: null, failure, claimSecret: null }
}

async function endFlow(
  flow: Flow,
  event: LinkEvent,
  callback: Callback,
  said: { readonly bankError?: string } = {},
): Promise<CallbackOutcome> {
  const moved = await db().$transaction(tx => moveFlow(tx, { flow, from: 'redirected', event, ...said }))
  return moved ? outcomeOf(flow.id, null) : repeatOutcome(flow, codeOf(callback.query), callback)
}

/** One callback; its hash recognises repetitions. Repeated if the answer is lost, as nobody else could go on. */
async function claimExchange(flow: Flow, code: string): Promise<boolean> {
  const claimedBy = randomUUID()
  const claimHash = hashOf(claimSecretOf(flow.id, code))
  const claimed = await repeatWhileAway(() =>
    db().linkFlow.updateMany({
      where: { id: flow.id, OR: [{ status: 'redirected' }, { status: 'exchanging', claimedBy }] },
      data: { status: 'exchanging', callbackAt: now(), claimHash, claimedBy },
    }),
  )
  return claimed.count === 1
}

type Spending = { readonly bank: Bank | null; readonly code: string; readonly verifier: string | null }

async function exchange(flow: Flow, spending: Spending, callback: Callback): Promise<CallbackOutcome> {
  const { visitor, presence } = callback
  const calls = recordNewGrant(flow, presence)
  let tokens: TokenSet | null = null
  try {
    const grantedAt = now()
    tokens = await spendCode(flow, spending, calls)
    await storeTokens(flow.id, tokens)
    if (visitorOf(flow.userId, visitor) === 'own') {
      const from = { from: 'exchanging', event: 'exchanged_here' } as const
      return linked(flow.id, await settle({ flow, tokens, grantedAt, presence, calls, ...from }))
    }
    await quarantine(flow, tokens)
  } catch (error) {
    await failExchange(flow, error, { received: tokens })
  } finally {
    await calls.written()
  }
  return outcomeOf(flow.id, spending.code)
}

/** Just authorised: a pause of ours must not undo it. */
function recordNewGrant({ userId, bankCode }: Flow, presence: Presence): RecordedCalls {
  return recordCalls({ userId, connectionId: null, bankCode, presence, passesBreaker: true })
}

function linked(
  flowId: string,
  { connectionId, choosing }: Pick<Adopted, 'connectionId' | 'choosing'>,
): CallbackOutcome {
  return { next: choosing ? 'consent' : 'connection', flowId, connectionId, failure: null, claimSecret: null }
}

/** Never repeated once sent (bank:D7), only if the connection could not be opened. */
async function spendCode(flow: Flow, { bank, code, verifier }: Spending, calls: RecordedCalls): Promise<TokenSet> {
  if (!bank) throw new Refused('bank_unknown')
  const request = { code, redirectUri: flow.redirectUri, ...omitUndefined({ codeVerifier: verifier ?? undefined }) }
  const spend = (at: Bank) => exchangeCode(at, request, calls.context)
  try {
    return await spend(bank)
  } catch (error) {
    if (!isBankSilent(error) || error.sent !== 'no') throw error
    return spend(bank)
  }
}

/** As long as its tokens can list accounts. */
async function quarantine(flow: Flow, { expiresAt }: TokenSet): Promise<void> {
  const quarantinedUntil = new Date(Math.min(now().getTime() + quarantineMs, expiresAt.getTime()))
  const moved = await repeatWhileAway(() =>
    db().$transaction(tx => moveFlow(tx, { flow, from: 'exchanging', event: 'exchanged_elsewhere', quarantinedUntil })),
  )
  if (!moved) throw new Refused('not_found')
}

type Settlement = {
  readonly flow: Flow
  readonly tokens: TokenSet
  readonly grantedAt: Date
  readonly presence: Presence
  readonly calls: RecordedCalls
  readonly from: 'exchanging' | 'quarantined'
  readonly event: 'exchanged_here' | 'claimed'
}

/** In one transaction with the flow's end; a lost consent is sent again. */
async function settle(settlement: Settlement): Promise<Adopted> {
  const { flow, tokens, grantedAt, presence, calls, from, event } = settlement
  const { userId, bankCode } = flow
  const renews = flow.purpose === 'renew' ? flow.connectionId : null
  const adopted = await repeatWhileAway(() =>
    storeGrant({ userId, bankCode, tokens, grantedAt, renews }, presence, calls, async (tx, id, outcome) => {
      const inTime = from === 'quarantined' ? { unless: 'quarantine_over' as const } : {}
      const moved = await moveFlow(tx, { flow, from, event, connectionId: id, outcome, ...inTime })
      if (!moved && !(from === 'exchanging' && (await isLinkedTo(tx, flow.id, id)))) throw new Refused('not_found')
    }),
  )
  await returnTry(startsOf(userId))
  if (adopted.consentLost) await finishConsent(adopted.connectionId, presence)
  return adopted
}

/** Its own commit, whose answer was lost. */
async function isLinkedTo(tx: Tx, id: string, connectionId: string): Promise<boolean> {
  return (await tx.linkFlow.count({ where: { id, status: 'authorised', connectionId } })) === 1
}

/** And revokes what the bank issued. */
async function failExchange(
  flow: Flow,
  error: unknown,
  {
    from = 'exchanging',
    received,
  }: { readonly from?: 'exchanging' | 'quarantined'; readonly received: TokenSet | null },
): Promise<void> {
  const { event, ...said } = describeFailure(error)
  const issued = received?.refreshToken ?? (error instanceof BankError ? error.issued : null)
  const revocationId = await repeatWhileAway(() =>
    db().$transaction(async tx => {
      const moved = await moveFlow(tx, { flow, from, event, ...said })
      // A sweep knew no tokens that came later; revoking twice does no harm.
      if (issued === null || (!moved && !(await isOver(tx, flow.id)))) return null
      const about = { userId: flow.userId, connectionId: null, bankCode: flow.bankCode }
      return queueRevocation(tx, about, issued.reveal())
    }),
  )
  if (revocationId !== null) await revokeNow(revocationId, null)
}

async function isOver(tx: Tx, id: string): Promise<boolean> {
  return (await tx.linkFlow.count({ where: { id, status: { in: ['failed', 'revoked'] } } })) === 1
}

type Failure = { readonly event: LinkEvent; readonly bankError?: string; readonly supportId?: string }

function describeFailure(error: unknown): Failure {
  if (error instanceof NoAccounts) return { event: 'no_accounts', bankError: 'NAAC' }
  if (error instanceof OtherLogin) return { event: 'other_login' }
  if (!(error instanceof BankError)) return { event: 'our_fault', supportId: reportOurFault(error, 'link.exchange') }
  const bankError = error.code ?? error.rawCode ?? (error.status === null ? null : String(error.status))
  const said = bankError === null ? {} : { bankError: cleanText(bankError, 64) }
  // Unparsed tokens are known otherwise, and revoked.
  const isLost = error.operation === 'oauth.exchange' && error.issued === null && isAnswerLost(error)
  if (isLost) return { event: 'answer_lost', ...said }
  // For an unknown reason: the bank's failure.
  if (policyOf(error)?.refusal === 'our_fault')
    return { event: 'our_fault', ...said, supportId: reportOurFault(error, 'link.exchange') }
  // The bank answered; the code had run out or been used.
  return { event: bankError === 'invalid_grant' ? 'overtaken' : 'bank_error', ...said }
}

/** As long as most banks take; then the flow's page takes over. */
const patienceMs = 6_000

/** Whoever brings the used code gets its outcome; others hear that the link was used. */
async function repeatOutcome(flow: Flow, code: string | null, callback: Callback): Promise<CallbackOutcome> {
  const settled = await awaitSettled(flow.id)
  if (settled === null) return ended(flow.id, null)
  if (settled.failure !== null && settled.claimHash === null) return outcomeOf(flow.id, null)
  const sameCode = code !== null && isClaimSecret(settled, claimSecretOf(flow.id, code))
  if (!sameCode) return ended(null, 'already_used')
  const isOwn = visitorOf(flow.userId, callback.visitor) === 'own'
  if (settled.status === 'authorised' && !isOwn) return ended(null, 'already_used')
  return outcomeOf(flow.id, code)
}

async function awaitSettled(flowId: string): Promise<Flow | null> {
  const givenUpAt = Date.now() + patienceMs
  for (let waitMs = 25; Date.now() < givenUpAt; waitMs = Math.min(waitMs * 2, 250)) {
    const flow = await db().linkFlow.findUnique({ where: { id: flowId } })
    if (flow && flow.status !== 'exchanging' && flow.status !== 'redirected') return flow
    await delay(waitMs)
  }
  return null
}

/** Read from the row, the same for everyone. */
async function outcomeOf(flowId: string, code: string | null): Promise<CallbackOutcome> {
  const flow = await db().linkFlow.findUnique({ where: { id: flowId } })
  if (!flow) return ended(null, 'unknown_link')
  const { connectionId } = flow
  if (flow.status === 'quarantined') {
    const claimSecret = code === null ? null : claimSecretOf(flowId, code)
    return { next: 'resume', flowId, connectionId: null, failure: null, claimSecret }
  }
  if (flow.status !== 'authorised' || connectionId === null) return ended(flowId, flow.failure)
  const connection = await db().connection.findFirst({ where: { id: connectionId, userId: flow.userId } })
  return linked(flowId, { connectionId, choosing: connection?.status === 'choosing' })
}

const shownToStrangersMs = 30 * 60_000

/** The starter sees all of it; others only how it ended, for half an hour. Null otherwise. */
export async function readFlow(flowId: string, userId: string | null): Promise<LinkFlowView | null> {
  if (!isUuid(flowId)) return null
  const flow = await db().linkFlow.findUnique({ where: { id: flowId }, include: { bank: true } })
  if (!flow) return null
  const ownConnection = flow.userId === userId && flow.connectionId ? { id: flow.connectionId, userId } : null
  const isOwn = flow.userId === userId
  // Somebody else's success is nothing to the person signed in; a failure or a question may have come back in their browser.
  if (!isOwn && userId !== null && flow.status === 'authorised') return null
  const since = flow.callbackAt ?? flow.finishedAt
  if (!isOwn && (since === null || since.getTime() + shownToStrangersMs < now().getTime())) return null
  return {
    id: flow.id,
    bank: toBankView(flow.bank),
    status: flow.status,
    failure: flow.failure,
    bankError: flow.bankError,
    supportId: flow.supportId,
    connectionId: isOwn ? flow.connectionId : null,
    outcome: isOwn ? flow.outcome : null,
    expiresAt: ownConnection ? await readEnd(ownConnection) : null,
    quarantinedUntil: flow.quarantinedUntil?.toISOString() ?? null,
  }
}

async function readEnd(where: { readonly id: string; readonly userId: string }): Promise<string | null> {
  const connection = await db().connection.findFirst({ where, select: { expiresAt: true } })
  return connection?.expiresAt?.toISOString() ?? null
}

/**
 * To the starter, signed in in the callback's browser with `claimSecret` (C9). Refusals: `not_found` otherwise;
 * `bank_unavailable` and `bank_refused` leave it in quarantine.
 */
export async function claimFlow(
  { userId }: Person,
  flowId: string,
  claimSecret: string | null,
  presence: Presence,
): Promise<Adopted> {
  const where = { id: flowId, userId, status: 'quarantined' as const, quarantinedUntil: { gt: now() } }
  const flow = isUuid(flowId) ? await db().linkFlow.findFirst({ where }) : null
  if (!flow || claimSecret === null || !isClaimSecret(flow, claimSecret)) throw new Refused('not_found')
  const tokens = requireFound(await openTokens(flow))
  const calls = recordNewGrant(flow, presence)
  const grantedAt = flow.callbackAt ?? now()
  try {
    return await settle({ flow, tokens, grantedAt, presence, calls, from: 'quarantined', event: 'claimed' })
  } catch (error) {
    if (error instanceof OtherLogin) {
      await failExchange(flow, error, { from: 'quarantined', received: tokens })
      throw new Refused('not_found')
    }
    throw toRefused(
      error instanceof NoAccounts ? new Refused('bank_refused', { bankCode: 'NAAC' }) : error,
      'link.claim',
    )
  } finally {
    await calls.written()
  }
}
