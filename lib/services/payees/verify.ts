import { BankError, isQuotaUsed } from '@guichet/stet/errors.ts'
import { askPayeeBank } from '@guichet/stet/payee-verification.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { openBank } from '#lib/banks.ts'
import { forgetTries, isWithin, type Limit, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { readTypedIban } from '#lib/domain/payments/payee/iban.ts'
import {
  askedTooOften,
  findLinkedHolders,
  isCompared,
  isOneName,
  isRecent,
  type LinkedAccount,
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
 * A linked account's bank first, the payee's where that does not know the holder. Stored; a day's answer is reused. No answer in four seconds: not possible; over limits: asked too
 * often; lists of names are never asked. Never refuses.
 */
export async function verifyPayee(owner: PayeeOwner, asked: Asked, asker: Asker): Promise<PayeeVerificationView> {
  const known = await db().payeeVerification.findUnique({ where: keyOf(owner.ownerId, asked) })
  const linked = findLinkedHolders(asked.name, await findLinked(asker.userId, asked.iban))
  const isDecided = linked !== null && isCompared(linked.answer)
  // A linked account's bank replaces an earlier answer.
  if (known && isRecent(known, now()) && (!isDecided || known.source === 'own_account')) return toView(known)
  const said = isDecided ? linked : await askBank(asked, asker)
  const found = said.answer === 'not_possible' && linked !== null ? linked : said
  const source = found === linked ? ('own_account' as const) : ('bank' as const)
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
async function findLinked(userId: string, iban: string): Promise<LinkedAccount[]> {
  const rows = await db().account.findMany({
    where: { userId, ...whereLinked(iban) },
    select: { name: true, usage: true, owners: true, psuStatus: true, connection: { select: { psuName: true } } },
    take: 10,
  })
  return rows.map(({ name, usage, psuStatus, connection: { psuName }, ...row }) => {
    const owners = ownersOf(row.owners)
    const names = owners?.persons.map(({ fullName }) => fullName) ?? null
    return { name, usage, psuStatus, psuName, owners: names, isOfCompany: (owners?.company ?? null) !== null }
  })
}

const whereLinked = (iban: string) =>
  ({ iban, kind: 'account', gone: false, connection: { status: 'active' } }) satisfies Prisma.AccountWhereInput

/** Whether one of these people has linked the account. */
export async function isLinkedBy(userIds: readonly string[], iban: string, tx: Tx = db()): Promise<boolean> {
  return (await tx.account.count({ where: { userId: { in: [...userIds] }, ...whereLinked(iban) } })) > 0
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
