import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { appendAudit } from '#lib/base/audit.ts'
import { forgetTries, takeGuess } from '#lib/base/rate-limit.ts'
import { openFromBrowser, sealForBrowser } from '#lib/base/sealed-cookie.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { open, seal } from '#lib/vault.ts'
import { requireFreshPassword } from './reauthenticate.ts'
import { mailSecurityChange } from './security-mails.ts'
import { requireVerifiedAddress } from './verification.ts'

/** RFC 6238: SHA-1, six digits, 30 seconds, one step early or late, each once. Ten recovery codes. */

const periodSeconds = 30
const recoveryCount = 10
/** Until dismissed. */
const shownMs = 15 * 60_000

const secretColumn = (userId: string) => ({ row: userId, column: 'Totp.secretSealed' })
const codesColumn = (userId: string) => ({ row: userId, column: 'Totp.codesSealed' })

type Signed = { readonly userId: string; readonly authenticatedAt: Date }

export type SecondFactorView = {
  readonly isOn: boolean
  readonly codesLeft: number
  /** Not dismissed yet. */
  readonly newCodes: readonly string[] | null
}

export async function hasSecondFactor({ userId }: Person): Promise<boolean> {
  return (await db().totp.count({ where: { userId, confirmedAt: { not: null } } })) > 0
}

/** New codes only with a fresh password. */
export async function readSecondFactor({ userId, authenticatedAt }: Signed): Promise<SecondFactorView> {
  const [row, codesLeft] = await Promise.all([
    db().totp.findUnique({ where: { userId } }),
    db().recoveryCode.count({ where: { userId, usedAt: null } }),
  ])
  const isOn = row?.confirmedAt != null
  return { isOn, codesLeft, newCodes: isOn ? await readNewCodes({ userId, authenticatedAt }, row) : null }
}

type Stored = { readonly codesSealed: string | null; readonly codesUntil: Date | null }

async function readNewCodes({ userId, authenticatedAt }: Signed, row: Stored): Promise<string[] | null> {
  if (row.codesSealed === null || row.codesUntil === null || row.codesUntil <= now()) return null
  requireFreshPassword({ authenticatedAt })
  return z.array(z.string()).parse(JSON.parse(await open(row.codesSealed, codesColumn(userId))))
}

/** Off until its first code. Refusals: reauthentication_required (C24), address_not_confirmed. */
export async function beginSecondFactor({ userId, authenticatedAt }: Signed): Promise<void> {
  requireFreshPassword({ authenticatedAt })
  await requireVerifiedAddress(userId, 'second_factor.add')
  if (await hasSecondFactor({ userId })) return
  const secretSealed = await seal(new Secret({ size: 20 }).base32, secretColumn(userId))
  const begun = { secretSealed, createdAt: now(), confirmedAt: null, lastStep: 0 }
  await db().totp.upsert({ where: { userId }, create: { userId, ...begun }, update: begun })
}

/** Text, and the QR code's address; null if not started, or done. Refuses reauthentication_required (C24). */
export async function readNewSecret(
  { userId, authenticatedAt }: Signed,
  email: string,
): Promise<{ readonly secret: string; readonly address: string } | null> {
  requireFreshPassword({ authenticatedAt })
  const row = await db().totp.findUnique({ where: { userId } })
  if (!row || row.confirmedAt) return null
  const secret = await open(row.secretSealed, secretColumn(userId))
  return { secret, address: totpOf(secret, email).toString() }
}

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Guichet', label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret })

/**
 * Makes recovery codes; mailed. Refusals: reauthentication_required (C24), address_not_confirmed, wrong_code,
 * too_many_tries, not_found.
 */
export async function confirmSecondFactor(
  { userId, authenticatedAt }: Signed,
  code: string,
  ip: string,
): Promise<void> {
  requireFreshPassword({ authenticatedAt })
  await requireVerifiedAddress(userId, 'second_factor.add')
  const row = await db().totp.findUnique({ where: { userId } })
  if (!row || row.confirmedAt) throw new Refused('not_found')
  await guess(userId, async () => {
    if (!(await spendStep(userId, code, row.secretSealed))) return false
    await db().$transaction(async tx => {
      await tx.totp.update({ where: { userId }, data: { confirmedAt: now() } })
      await replaceCodes(tx, userId)
      await mailSecurityChange(tx, userId, 'totp_on')
      await appendAudit({ userId, stream: `user:${userId}`, action: 'second_factor.on', ip }, tx)
    })
    return true
  })
}

/** Mailed. Refuses reauthentication_required (C24). */
export async function removeSecondFactor({ userId, authenticatedAt }: Signed, ip: string): Promise<void> {
  requireFreshPassword({ authenticatedAt })
  await db().$transaction(async tx => {
    const { count } = await tx.totp.deleteMany({ where: { userId, confirmedAt: { not: null } } })
    await tx.recoveryCode.deleteMany({ where: { userId } })
    if (count === 0) return
    await mailSecurityChange(tx, userId, 'totp_off')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'second_factor.off', ip }, tx)
  })
}

/** Earlier ones end. Refusals: reauthentication_required (C24), not_found. */
export async function renewRecoveryCodes({ userId, authenticatedAt }: Signed, ip: string): Promise<void> {
  requireFreshPassword({ authenticatedAt })
  if (!(await hasSecondFactor({ userId }))) throw new Refused('not_found')
  await db().$transaction(async tx => {
    await replaceCodes(tx, userId)
    await mailSecurityChange(tx, userId, 'codes_renewed')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'second_factor.codes_renewed', ip }, tx)
  })
}

async function replaceCodes(tx: Tx, userId: string): Promise<void> {
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode)
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: codes.map(code => ({ userId, codeHash: hashOf(plain(code)) })) })
  const codesSealed = await seal(JSON.stringify(codes), codesColumn(userId))
  await tx.totp.update({ where: { userId }, data: { codesSealed, codesUntil: new Date(now().getTime() + shownMs) } })
}

export async function forgetShownCodes({ userId }: Person): Promise<void> {
  await db().totp.updateMany({ where: { userId }, data: { codesSealed: null, codesUntil: null } })
}

/** Or a recovery code. Wrong ones wait. Refusals: wrong_code, too_many_tries. */
export async function checkSecondFactor({ userId }: Person, code: string, ip: string): Promise<void> {
  const row = await db().totp.findUnique({ where: { userId } })
  if (!row?.confirmedAt) return
  await guess(userId, async () =>
    /^\d{6}$/.test(plain(code))
      ? spendStep(userId, plain(code), row.secretSealed)
      : spendRecoveryCode(userId, code, ip),
  )
}

async function guess(userId: string, isRight: () => Promise<boolean>): Promise<void> {
  const key = `guess:code:${userId}`
  await takeGuess(key)
  if (!(await isRight())) {
    await appendAudit({ userId, stream: `user:${userId}`, action: 'second_factor.refused' })
    throw new Refused('wrong_code', { field: 'code' })
  }
  await forgetTries(key)
}

/** A neighbouring step, later than every used one. */
async function spendStep(userId: string, code: string, secretSealed: string): Promise<boolean> {
  const timestamp = now().getTime()
  const token = plain(code)
  if (!/^\d{6}$/.test(token)) return false
  const delta = totpOf(await open(secretSealed, secretColumn(userId))).validate({ token, timestamp, window: 1 })
  if (delta === null) return false
  const lastStep = TOTP.counter({ period: periodSeconds, timestamp }) + delta
  const where = { userId, secretSealed, lastStep: { lt: lastStep } }
  return (await db().totp.updateMany({ where, data: { lastStep } })).count === 1
}

async function spendRecoveryCode(userId: string, code: string, ip: string): Promise<boolean> {
  return db().$transaction(async tx => {
    const where = { userId, codeHash: hashOf(plain(code)), usedAt: null }
    if ((await tx.recoveryCode.updateMany({ where, data: { usedAt: now() } })).count === 0) return false
    await mailSecurityChange(tx, userId, 'recovery_code_used')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'second_factor.recovery_code_used', ip }, tx)
    return true
  })
}

/** Not confused; 60 bits. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
function newRecoveryCode(): string {
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)] ?? '').join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

const Pending = z.object({ userId: z.uuid(), passwordStamp: z.string() })
const pendingColumn = { row: 'sign-in', column: 'cookie.pending' }
/** Seconds. */
export const pendingSeconds = 5 * 60

type Checked = { readonly id: string; readonly passwordStamp: string }

/** For a cookie; signs nobody in. */
export function sealPending({ id, passwordStamp }: Checked): Promise<string> {
  return sealForBrowser({ userId: id, passwordStamp }, pendingColumn)
}

/** Null: five minutes over, or invalid. */
export function openPending(
  sealed: string | null,
): Promise<{ readonly userId: string; readonly passwordStamp: string } | null> {
  return openFromBrowser(sealed, pendingColumn, { schema: Pending, longestMs: pendingSeconds * 1000 })
}
