import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { cutText } from '@guichet/values/text/clean.ts'
import { toSingleLine } from '@guichet/values/text/storable.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { appState, type Grants, hasAny, leavesOf } from '#lib/domain/apps/allowance.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type AccountRow, findAccounts } from '#lib/services/accounts/view.ts'
import { type ApiQuota, countRequest } from '#lib/services/merchant/api-requests.ts'
import { consentedOf } from './allow.ts'
import { mailAppChange } from './mails.ts'

/** A program at the door: who it is, which accounts may leave, and the register of what left. */

/** Of unknown tokens and passwords, per address. */
const wrongLimit = { limit: 60, windowSeconds: 60 }
/** Per app and hour: a program that syncs, and one that an assistant asks while a person talks to it. */
const readLimits = { simplefin: 60, token: 600, oauth: 600 }

export type Reader = { readonly address: string; readonly program: string | null }

const whole = { accounts: true, client: true } as const
export type OpenApp = Prisma.AppGetPayload<{ include: typeof whole }> & { readonly quota: ApiQuota }

/** Refusals: `not_allowed` (unknown, not claimed, ended, expired), `too_many_tries`. */
export function openByPassword(
  given: { readonly user: string; readonly password: string } | null,
  { address }: Reader,
): Promise<OpenApp> {
  const isKnown = given !== null && isUuid(given.user)
  return openApp(isKnown ? { id: given.user, secretHash: hashOf(given.password) } : null, address)
}

/** The same by its access token. */
export function openByToken(token: string | null, { address }: Reader): Promise<OpenApp> {
  return openApp(
    token !== null && token.length <= 100
      ? { accessHash: hashOf(token), OR: [{ accessUntil: null }, { accessUntil: { gt: now() } }] }
      : null,
    address,
  )
}

async function openApp(where: Prisma.AppWhereInput | null, address: string): Promise<OpenApp> {
  const app = where && (await db().app.findFirst({ where, include: whole }))
  if (app && appState(app, now()) === 'active') {
    const limit = app.client?.hourlyLimit ?? readLimits[app.kind]
    const quota = await countRequest(`app:${app.id}`, { limit, windowSeconds: 3_600 })
    if (quota.isOver) throw new Refused('too_many_tries', { retryAfterSeconds: quota.resetSeconds })
    return { ...app, quota }
  }
  await countWrong({ address })
  throw new Refused('not_allowed')
}

/** A secret that opens nothing. Refusals: `too_many_tries`. */
export function countWrong({ address }: Pick<Reader, 'address'>): Promise<void> {
  return takeTry(`app:${address}`, wrongLimit)
}

export type Held = { readonly row: AccountRow; readonly leaves: Grants }

/** Accounts of which anything may leave, in the person's order; `ids` empty: all. */
export async function readHeld({ userId, accounts }: OpenApp, ids: readonly string[]): Promise<Held[]> {
  const allowed = new Map(accounts.map(account => [account.accountId, account]))
  const rows = await findAccounts({ userId }, { id: { in: [...allowed.keys()] } })
  return rows.flatMap(row => {
    const grants = allowed.get(row.id)
    const isAsked = ids.length === 0 || ids.includes(row.id)
    if (!grants || !isAsked) return []
    const leaves = leavesOf(grants, consentedOf(row))
    return hasAny(leaves) ? [{ row, leaves }] : []
  })
}

type Left = { readonly accounts: number; readonly transactions: number; readonly from: IsoDate | null }

/** With every answer; the first is told by mail. */
export async function noteReading(app: OpenApp, { address, program }: Reader, left: Left): Promise<void> {
  const { id: appId, userId, name } = app
  const { from, ...counts } = left
  const at = now()
  await db().$transaction(async tx => {
    const shown = program === null ? null : cutText(toSingleLine(program), 120)
    const fromDay = from === null ? null : new Date(from)
    await tx.appReading.create({ data: { appId, userId, at, address, program: shown, fromDay, ...counts } })
    await tx.app.updateMany({ where: { id: appId, userId }, data: { lastReadAt: at } })
    const first = { id: appId, userId, firstReadAt: null }
    const { count } = await tx.app.updateMany({ where: first, data: { firstReadAt: at } })
    if (count > 0) await mailAppChange(tx, userId, { template: 'app_first_read', appId, name })
  })
}
