import { z } from 'zod'
import { batchCallsPerDay } from '#sandbox/ais/quota.ts'
import { parisDay } from '#sandbox/clock.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { findConsent } from '#sandbox/store/consents.ts'
import { prepared } from '#sandbox/store/open.ts'
import {
  expirePair,
  listBatchCalls,
  listConsentHolders,
  removeConsent,
  resetBatchCalls,
  setBatchCalls,
} from '#sandbox/store/overrides.ts'
import { type Grant, listGrants, renewTokens, revokePair } from '#sandbox/store/tokens.ts'
import { PersonId, personOf } from './people.ts'
import { DeskRefusal, type DeskRoute, only, routesOf } from './route.ts'

const scaLifeMs = 180 * 86_400_000

const PairId = z.strictObject({ pairId: z.string() })

const DeskGrant = z.strictObject({
  pairId: z.string(),
  bankCode: z.string(),
  scope: z.string(),
  clientId: z.string(),
  software: z.string().nullable(),
  tppId: z.string(),
  issuedAt: z.iso.datetime(),
  accessHash: z.string().describe('All that the bank keeps of the access token: its SHA-256'),
  accessExpiresAt: z.iso.datetime(),
  refreshExpiresAt: z.iso.datetime().nullable().describe('180 days after the strong authentication'),
  state: z.enum(['valid', 'access_expired', 'refresh_expired']),
})

const DeskConsent = z.strictObject({
  tppId: z.string(),
  balances: z.array(z.string()),
  transactions: z.array(z.string()),
  owners: z.array(z.string()),
  overdrafts: z.array(z.string()),
  psuIdentity: z.boolean(),
  trustedBeneficiaries: z.boolean(),
  recordedAt: z.iso.datetime(),
})

const Permissions = z.strictObject({ grants: z.array(DeskGrant), consents: z.array(DeskConsent) })
const Done = z.strictObject({ done: z.boolean() })

const QuotaLine = z.strictObject({
  day: z.iso.date(),
  tppId: z.string(),
  resource: z.string().describe('`accounts`, `end-user-identity`, or `balances of <resourceId>` and so on'),
  page: z.string().describe('Empty for resources without pages'),
  calls: z.int(),
  limit: z.int(),
})
const Quota = z.strictObject({ quota: z.array(QuotaLine) })

/** A person's consents and tokens, by TPP. */
export function showPermissions(sandbox: Sandbox, personId: string): z.output<typeof Permissions> {
  const { db } = sandbox
  const person = personOf(sandbox, personId)
  return {
    grants: listGrants(db, person.bankCode, person.id).map(grant => showGrant(sandbox, grant)),
    consents: listConsentHolders(db, person.id).flatMap(tppId => showConsent(sandbox, person.id, tppId)),
  }
}

function showGrant({ db, clock }: Sandbox, grant: Grant): z.output<typeof DeskGrant> {
  const { clientId, issuedAt, accessExpiresAt, scaAt } = grant
  const refreshExpiresAt = scaAt ? new Date(scaAt.getTime() + scaLifeMs) : null
  const now = clock.now()
  const isOld = refreshExpiresAt !== null && refreshExpiresAt <= now
  return only(DeskGrant, {
    ...grant,
    software: findApplication(db, clientId)?.softwareId ?? null,
    issuedAt: issuedAt.toISOString(),
    accessExpiresAt: accessExpiresAt.toISOString(),
    refreshExpiresAt: refreshExpiresAt?.toISOString() ?? null,
    state: isOld ? 'refresh_expired' : accessExpiresAt <= now ? 'access_expired' : 'valid',
  })
}

function showConsent({ db }: Sandbox, personId: string, tppId: string): z.output<typeof DeskConsent>[] {
  const consent = findConsent(db, personId, tppId)
  if (!consent) return []
  return [
    only(DeskConsent, {
      ...consent,
      tppId,
      balances: [...consent.balances],
      transactions: [...consent.transactions],
      owners: [...consent.owners],
      overdrafts: [...consent.overdrafts],
      recordedAt: consent.recordedAt.toISOString(),
    }),
  ]
}

function requireLivePair({ db }: Pick<Sandbox, 'db'>, pairId: string): void {
  const row = prepared(db, 'SELECT revoked_at FROM token_pairs WHERE pair_id = ?').get(pairId)
  if (!row) throw new DeskRefusal(404, 'unknown_pair', 'No pair of tokens has that id')
  if (row.revoked_at !== null) throw new DeskRefusal(409, 'revoked', 'The pair is revoked already')
}

/** Revokes both tokens of a pair, as the PSU or the bank does (document 1, tokens). */
export function revokeByDesk(sandbox: Sandbox, pairId: string, by: 'psu' | 'bank'): { done: boolean } {
  requireLivePair(sandbox, pairId)
  revokePair(sandbox.db, pairId, by === 'psu' ? 'psu_revoked' : 'bank_revoked', sandbox.clock.now())
  return { done: true }
}

/** Expires the access token now, or makes the strong authentication 180 days old. */
export function expireByDesk(sandbox: Sandbox, pairId: string, which: 'access' | 'refresh'): { done: boolean } {
  requireLivePair(sandbox, pairId)
  const now = sandbox.clock.now()
  if (which === 'access') return { done: expirePair(sandbox.db, pairId, { access: now }) }
  expirePair(sandbox.db, pairId, { access: now })
  return { done: expirePair(sandbox.db, pairId, { scaAt: new Date(now.getTime() - scaLifeMs) }) }
}

/** A new access token of a pair, as if its TPP had refreshed it; the previous one is invalid from now on (bank:D8). */
function lendAccess({ db, clock, settings }: Sandbox, pairId: string): { accessToken: string } {
  requireLivePair({ db }, pairId)
  const renewed = renewTokens(db, pairId, {
    rotate: false,
    now: clock.now(),
    accessSeconds: settings.accessTokenSeconds,
  })
  if (!renewed) throw new DeskRefusal(409, 'revoked', 'The pair is revoked already')
  return { accessToken: renewed.accessToken }
}

/** A person's unattended calls. */
export function showQuota(sandbox: Sandbox, personId: string): z.output<typeof Quota> {
  const rows = listBatchCalls(sandbox.db, personOf(sandbox, personId).id)
  return { quota: rows.map(row => ({ ...row, limit: batchCallsPerDay })) }
}

const route = routesOf('consents and tokens')
const quotaRoute = routesOf('quota')

export const grantRoutes: readonly DeskRoute[] = [
  route('GET /people/{id}/permissions', 'readPermissions', {
    summary: 'Live pairs of tokens and consents of a person',
    params: PersonId,
    answer: Permissions,
    run: (sandbox, { params }) => showPermissions(sandbox, params.id),
  }),
  route('POST /pairs/{pairId}/revoke', 'revokePair', {
    summary: 'Revoke a pair of tokens, as the PSU or as the bank',
    params: PairId,
    body: z.strictObject({ by: z.enum(['psu', 'bank']) }),
    answer: Done,
    run: (sandbox, { params, body }) => revokeByDesk(sandbox, params.pairId, body.by),
  }),
  route('POST /pairs/{pairId}/expire', 'expirePair', {
    summary: 'Expire the access token, or the refresh token with it (180 days)',
    params: PairId,
    body: z.strictObject({ which: z.enum(['access', 'refresh']) }),
    answer: Done,
    run: (sandbox, { params, body }) => expireByDesk(sandbox, params.pairId, body.which),
  }),
  route('POST /pairs/{pairId}/access-token', 'lendAccess', {
    summary: 'A new access token of a pair, to repeat a call by hand; the TPP has to refresh its own',
    params: PairId,
    answer: z.strictObject({ accessToken: z.string() }),
    run: (sandbox, { params }) => lendAccess(sandbox, params.pairId),
  }),
  route('DELETE /people/{id}/consents/{tppId}', 'removeConsent', {
    summary: 'Take back the consent of a person to a TPP (NGAC afterwards)',
    params: PersonId.extend({ tppId: z.string() }),
    answer: Done,
    run: (sandbox, { params }) => {
      if (!removeConsent(sandbox.db, personOf(sandbox, params.id).id, params.tppId)) {
        throw new DeskRefusal(404, 'unknown_consent', 'This person has given no consent to that TPP')
      }
      return { done: true }
    },
  }),
  quotaRoute('GET /people/{id}/quota', 'readQuota', {
    summary: 'Batch calls counted for a person',
    params: PersonId,
    answer: Quota,
    run: (sandbox, { params }) => showQuota(sandbox, params.id),
  }),
  quotaRoute('PUT /people/{id}/quota', 'burnQuota', {
    summary: 'Set how many batch calls of today are counted; the limit unless told otherwise (TMRQ)',
    params: PersonId,
    body: z.strictObject({
      tppId: z.string().min(1).max(100),
      resource: z.string().min(1).max(200),
      page: z.string().max(10).default(''),
      calls: z.int().min(0).max(1_000).default(batchCallsPerDay),
    }),
    answer: Quota,
    run: (sandbox, { params, body }) => {
      const { id } = personOf(sandbox, params.id)
      setBatchCalls(sandbox.db, id, { ...body, day: parisDay(sandbox.clock.now()) })
      return showQuota(sandbox, id)
    },
  }),
  quotaRoute('DELETE /people/{id}/quota', 'resetQuota', {
    summary: 'Forget the batch calls counted for a person',
    params: PersonId,
    answer: Quota,
    run: (sandbox, { params }) => {
      resetBatchCalls(sandbox.db, personOf(sandbox, params.id).id)
      return showQuota(sandbox, params.id)
    },
  }),
]
