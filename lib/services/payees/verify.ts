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
 * Verification of payee (Regulation (EU) 2024/886, art. 5c). Informs before a payment and never prevents one. Two sources: what the
 * bank of a linked account of the same person says of its holder, else the payee's bank. Accounts that others have linked are
 * never looked at.
 */

export type PayeeOwner = { readonly ownerId: string; readonly ownerKind: 'person' | 'organisation' }
type Asked = { readonly iban: string; readonly name: string }
/** Who asks: the signed-in person, for themselves or for their organisation. */
type Asker = { readonly userId: string; readonly presence: Presence }

/** All verifications of a person; a payroll has as many payees. */
const askLimit = { limit: 60, windowSeconds: 3_600 }
const aDay = (limit: number): Limit => ({ limit, windowSeconds: 26 * 3_600 })
/** Different names of one person for one account: enough for typing errors, too few to guess a name. */
const nameLimit = aDay(5)
/**
 * Different names of all persons for one account on a day in Paris: nine, below the ten that a bank allows us, or whoever tries wrong names
 * would silence the answer to everybody else. Each person's first name has its own part, so that a few accounts can't use it up.
 */
const [firstNames, furtherNames] = [aDay(6), aDay(3)]
/** The person waits; after that the answer is "not possible". */
const patienceMs = 4_000

/**
 * Whether `name` is that of the holder of `iban`, stored with its date for the owner. An answer of the last day is reused. Without an
 * answer in four seconds, and for a bank that we can't ask, it is not possible; over the limits, ours or the bank's, it was asked too
 * often. A list of names is asked about nowhere. Never refuses.
 */
export async function verifyPayee(owner: PayeeOwner, asked: Asked, asker: Asker): Promise<PayeeVerificationView> {
  const known = await db().payeeVerification.findUnique({ where: keyOf(owner.ownerId, asked) })
  const holders = await holdersOfOwn(asker.userId, asked.iban)
  const source = holders.length > 0 ? ('own_account' as const) : ('bank' as const)
  // Once the person has linked the account, what its bank says there replaces an earlier answer.
  if (known && isRecent(known, now()) && (source === 'bank' || known.source === source)) return toView(known)
  const found = source === 'own_account' ? findHolder(asked.name, holders) : await askBank(asked, asker)
  const data = { ...found, source, verifiedAt: now() }
  const where = keyOf(owner.ownerId, asked)
  return toView(await db().payeeVerification.upsert({ where, create: { ...owner, ...asked, ...data }, update: data }))
}

/** The owner's latest verification of this name and account; null if there is none. */
export async function findVerification(
  ownerId: string,
  asked: Asked,
  tx: Tx = db(),
): Promise<PayeeVerificationView | null> {
  const row = await tx.payeeVerification.findUnique({ where: keyOf(ownerId, asked) })
  return row ? toView(row) : null
}

/** All of an owner's, by account and name (`verificationKey`). */
export async function listVerifications(ownerId: string): Promise<ReadonlyMap<string, PayeeVerificationView>> {
  const rows = await db().payeeVerification.findMany({
    where: { ownerId },
    orderBy: { verifiedAt: 'desc' },
    take: maxListed,
  })
  return new Map(rows.map(row => [verificationKey(row), toView(row)]))
}

/** More than a payee book has. */
const maxListed = 1_000

/** Of an account and a name. */
export const verificationKey = ({ iban, name }: Asked): string => `${iban} ${name}`

const keyOf = (ownerId: string, { iban, name }: Asked) => ({ ownerId_iban_name: { ownerId, iban, name } })

/** Holders that the bank names for an account that this person has linked; empty for any other account. */
async function holdersOfOwn(userId: string, iban: string): Promise<string[]> {
  const rows = await db().account.findMany({
    where: { userId, iban, kind: 'account', gone: false, connection: { status: 'active' } },
    select: { owners: true, psuStatus: true, connection: { select: { psuName: true } } },
    take: 10,
  })
  return rows.flatMap(({ owners, psuStatus, connection }) => {
    const named = ownersOf(owners)?.persons.map(({ fullName }) => fullName) ?? []
    if (named.length > 0) return named
    // Without owners (v1.4.2) the bank's customer is the holder, unless they act for somebody.
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

/** Whether a question is within the limits. A name that was asked about today counts for its person only: the bank answers it again. */
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
