import { BankError, isQuotaUsed } from '@guichet/stet/errors.ts'
import { askPayeeBank } from '@guichet/stet/payee-verification.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { openBank } from '#lib/banks.ts'
import { forgetTries, isWithin, type Limit, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { readTypedIban } from '#lib/domain/payments/payee/iban.ts'
import {
  askedTooOften,
  findHolder,
  isOneName,
  isRecent,
  notPossible,
  type PayeeFinding,
  tooManyWords,
} from '#lib/domain/payments/payee/verification.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { ownersOf } from '#lib/services/accounts/view.ts'
import { recordCalls } from '#lib/services/banks/calls.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'

/**
 * (EU) 2024/886, art. 5c: informs, never prevents. The bank of the person's own linked account, else the payee's
 * bank; never others' accounts.
 */

export type PayeeOwner = { readonly ownerId: string; readonly ownerKind: 'person' | 'organisation' }
type Asked = { readonly iban: string; readonly name: string }
type Asker = { readonly userId: string; readonly presence: Presence }

/** A payroll has as many payees. */
const askLimit = { limit: 60, windowSeconds: 3_600 }
const aDay = (limit: number): Limit => ({ limit, windowSeconds: 26 * 3_600 })
/** For typing errors, too few to guess. */
const nameLimit = aDay(5)
/**
 * Of all persons, per Paris day: nine, below the bank's ten, or wrong names would silence it for others. First names
 * have their own part.
 */
const [firstNames, furtherNames] = [aDay(6), aDay(3)]
/** Then "not possible". */
const patienceMs = 4_000

/**
 * Stored for the owner; a day's answer is reused. No answer in four seconds: not possible; over limits: asked too
 * often; lists of names are never asked. Never refuses.
 */
export async function verifyPayee(owner: PayeeOwner, asked: Asked, asker: Asker): Promise<PayeeVerificationView> {
  const known = await db().payeeVerification.findUnique({ where: keyOf(owner.ownerId, asked) })
  const holders = await holdersOfOwn(asker.userId, asked.iban)
  const source = holders.length > 0 ? ('own_account' as const) : ('bank' as const)
  // A linked account's bank replaces an earlier answer.
  if (known && isRecent(known, now()) && (source === 'bank' || known.source === source)) return toView(known)
  const found = source === 'own_account' ? findHolder(asked.name, holders) : await askBank(asked, asker)
  const data = { ...found, source, verifiedAt: now() }
  const where = keyOf(owner.ownerId, asked)
  return toView(await db().payeeVerification.upsert({ where, create: { ...owner, ...asked, ...data }, update: data }))
}

/** Null: none. */
export async function findVerification(
  ownerId: string,
  asked: Asked,
  tx: Tx = db(),
): Promise<PayeeVerificationView | null> {
  const row = await tx.payeeVerification.findUnique({ where: keyOf(ownerId, asked) })
  return row ? toView(row) : null
}

/** By `verificationKey`. */
export async function listVerifications(ownerId: string): Promise<ReadonlyMap<string, PayeeVerificationView>> {
  const rows = await db().payeeVerification.findMany({
    where: { ownerId },
    orderBy: { verifiedAt: 'desc' },
    take: maxListed,
  })
  return new Map(rows.map(row => [verificationKey(row), toView(row)]))
}

const maxListed = 1_000

export const verificationKey = ({ iban, name }: Asked): string => `${iban} ${name}`

const keyOf = (ownerId: string, { iban, name }: Asked) => ({ ownerId_iban_name: { ownerId, iban, name } })

/** Empty for accounts not linked. */
async function holdersOfOwn(userId: string, iban: string): Promise<string[]> {
  const rows = await db().account.findMany({
    where: { userId, iban, kind: 'account', gone: false, connection: { status: 'active' } },
    select: { owners: true, psuStatus: true, connection: { select: { psuName: true } } },
    take: 10,
  })
  return rows.flatMap(({ owners, psuStatus, connection }) => {
    const named = ownersOf(owners)?.persons.map(({ fullName }) => fullName) ?? []
    if (named.length > 0) return named
    // v1.4.2: the customer, unless acting for somebody.
    const isHolder = psuStatus === null || /^Account (Co-)?Holder$/.test(psuStatus)
    return isHolder && connection.psuName !== null ? [connection.psuName] : []
  })
}

async function askBank({ iban, name }: Asked, { userId, presence }: Asker): Promise<PayeeFinding> {
  const { bankCode } = readTypedIban(iban)
  if (bankCode === null) return notPossible
  if (!isOneName(name)) return tooManyWords
  if (!(await mayAsk(userId, { iban, name }))) return askedTooOften
  const signal = AbortSignal.timeout(patienceMs)
  const calls = recordCalls({ userId, connectionId: null, bankCode, presence, signal })
  try {
    const bank = await openBank(bankCode)
    if (bank === null) return notPossible
    const said = await askPayeeBank(bank, { iban, name }, calls.context)
    return said.answer === 'close_match'
      ? { answer: said.answer, matchedName: cleanText(said.name, 140) }
      : { answer: said.answer, matchedName: null }
  } catch (error) {
    if (isQuotaUsed(error) || (error instanceof BankError && error.status === 429)) return askedTooOften
    if (error instanceof BankError || error instanceof Refused) return notPossible
    throw error
  } finally {
    await calls.written()
  }
}

/** A name asked today counts for its person only. */
async function mayAsk(userId: string, { iban, name }: Asked): Promise<boolean> {
  const account = `payee-verification:${parisDay(now())}:${hashOf(iban)}`
  const person = `${account}:${userId}`
  if (!(await isWithin(takeTry(`payee-verification:${userId}`, askLimit)))) return false
  if (!(await isWithin(takeTry(person, nameLimit)))) return false
  const named = `${account}:${hashOf(name)}`
  if (!(await isWithin(takeTry(named, aDay(1))))) return true
  const isFirst = await isWithin(takeTry(`${person}:first`, aDay(1)))
  const part = isFirst ? takeTry(`${account}:first`, firstNames) : takeTry(`${account}:further`, furtherNames)
  if (await isWithin(part)) return true
  await forgetTries(named)
  return false
}

type Row = {
  readonly answer: PayeeVerificationView['answer']
  readonly matchedName: string | null
  readonly source: PayeeVerificationView['source']
  readonly verifiedAt: Date
}

function toView({ answer, matchedName, source, verifiedAt }: Row): PayeeVerificationView {
  return { answer, matchedName, source, verifiedAt: verifiedAt.toISOString() }
}
