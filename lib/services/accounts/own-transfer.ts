import { addDays, addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { lockFor } from '#lib/base/locks.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, sqlName, type Tx } from '#lib/db.ts'
import { closureCodes } from '#lib/domain/accounts/closure.ts'
import { idsOfAccount } from '#lib/domain/accounts/counting.ts'
import { natureOf } from '#lib/domain/accounts/transaction.ts'
import { counterpartyOf } from '#lib/domain/accounts/transaction-counterparty.ts'
import {
  findSettlements,
  type PairingAccount,
  type PairingLine,
  suggestHalf,
  suggestPairs,
  transferDays,
} from '#lib/domain/accounts/transfer-pair.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { HalfView, OwnTransferView, SuggestedTransfer } from '#lib/views/own-transfer.ts'
import {
  cardsWithSlips,
  categoriseNew,
  type OwnAccount,
  readPairingAccounts,
  toPairingAccounts,
  toPairingLine,
  type UnfiledRow,
  unfiledColumns,
} from './categorise.ts'
import { onceOf, whereOnce } from './counted.ts'
import { type Naming, readNaming } from './own-names.ts'
import { type LineKey, withTwins } from './twins.ts'
import { type AccountRow, findAccounts, toIsoDate } from './view.ts'

/** The person's word on own transfers, which no later pairing changes. */

/** Instead of a line's: all of a card. */
const cardKey = ''

/** Days before and after for a pair by hand: a transfer abroad takes longer than evidence may. */
const daysByHand = 10
const mostOffered = 20
const mostCompared = 1_000
/** Home asks about those only. */
const askedDays = 35

type PairRow = UnfiledRow & {
  readonly pairAccountId: string | null
  readonly pairKey: string | null
  readonly pairChoice: 'together' | 'apart' | null
  readonly counterparty: string | null
}

const pairColumns = Prisma.sql`${unfiledColumns}, "pairAccountId", "pairKey", "pairChoice", "counterparty"`

async function findLine(userId: string, { accountId, key }: LineKey): Promise<PairRow | null> {
  if (!isUuid(accountId)) return null
  const [row] = await db().$queryRaw<PairRow[]>`
    SELECT ${pairColumns} FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "accountId" = ${accountId}::uuid AND "key" = ${key} AND "booked"`
  return row ?? null
}

/** Null for what can't be one: not booked, of a card, or of the only account. Refusals: `not_found`. */
export async function readOwnTransfer({ userId }: Person, line: LineKey): Promise<OwnTransferView | null> {
  const row = await findLine(userId, line)
  if (row === null) {
    const where = { userId, ...line }
    if (isUuid(line.accountId) && (await db().transaction.count({ where })) > 0) return null
    throw new Refused('not_found')
  }
  const accounts = await readPairingAccounts(db(), userId)
  const own = accounts.filter(({ kind }) => kind === 'account')
  const isApart = row.pairChoice === 'apart'
  const settles = readSettlement(row, accounts)
  if (settles) return { paired: null, suggested: null, others: [], isApart, settles }
  if (own.length < 2 || !own.some(({ id }) => id === row.accountId)) return null
  const naming = await readNaming(userId)
  const toView = toHalfView(accounts, naming)
  if (row.pairAccountId !== null && row.pairKey !== null) {
    const paired = await findLine(userId, { accountId: row.pairAccountId, key: row.pairKey })
    return { paired: paired && toView(paired), suggested: null, others: [], isApart: false, settles: null }
  }
  const rows = await findOpposite(userId, row, own)
  const free = rows.filter(({ pairChoice }) => pairChoice !== 'apart')
  const found = isApart ? null : suggestHalf(toPairingLine(row), free.map(toPairingLine), accounts)
  const isFound = ({ accountId, key }: LineKey) => accountId === found?.accountId && key === found.key
  const suggested = rows.find(isFound)
  return {
    paired: null,
    suggested: suggested ? toView(suggested) : null,
    others: rows.filter(other => !isFound(other)).map(toView),
    isApart,
    settles: null,
  }
}

/** The card that it pays, or would without the person's word. */
function readSettlement(row: PairRow, accounts: readonly OwnAccount[]): OwnTransferView['settles'] {
  const isPaired = row.pairAccountId !== null && row.pairKey === null
  if (!isPaired && row.pairAccountId !== null) return null
  const found = findSettlements([toPairingLine(row)], accounts, cardsWithSlips(accounts))
  const card = accounts.find(({ id }) => id === (row.pairAccountId ?? found[0]?.pairAccountId))
  return card ? { accountId: card.id, name: card.name, isPaired } : null
}

type Suggested = { readonly debit: PairingLine; readonly credit: PairingLine }

/** Equal opposite lines of other own accounts since a day, that nobody decided on. */
async function findSuggested(userId: string, all: readonly AccountRow[], since: IsoDate) {
  const accounts = toPairingAccounts(all.map(row => ({ ...row, bank: row.connection.bank.name })))
  const own = accounts.flatMap(({ id, kind }) => (kind === 'account' ? [id] : []))
  if (own.length < 2) return { rows: [], pairs: [] as Suggested[] }
  const open = (name: string) => {
    const [booked, pair, choice] = ['booked', 'pairAccountId', 'pairChoice'].map(column => sqlName(name, column))
    return Prisma.sql`${sqlName(name, 'userId')} = ${userId}::uuid AND ${booked} AND ${pair} IS NULL AND ${choice} IS NULL
      AND ${sqlName(name, 'codeFamily')} IS DISTINCT FROM 'CCRD' AND ${sqlName(name, 'accountId')} = ANY(${own}::uuid[])`
  }
  const rows = await db().$queryRaw<PairRow[]>`
    SELECT ${pairColumns} FROM "Transaction"
    WHERE ${open('Transaction')} AND "day" >= ${since}::date AND ${await onceOf(userId, all, true)} AND EXISTS (
      SELECT 1 FROM "Transaction" AS other WHERE ${open('other')} AND other."accountId" <> "Transaction"."accountId"
        AND (other."amountMinor", other."currency") = (-"Transaction"."amountMinor", "Transaction"."currency")
        AND other."day" BETWEEN "Transaction"."day" - ${transferDays}::int AND "Transaction"."day" + ${transferDays}::int)
    ORDER BY "day" DESC, "accountId", "key" LIMIT ${mostCompared}`
  return { rows, pairs: suggestPairs(rows.map(toPairingLine), accounts) }
}

/** Newest first, of a year. */
export async function listSuggested({ userId }: Person): Promise<SuggestedTransfer[]> {
  await categoriseNew(userId)
  const accounts = await findAccounts({ userId }, {})
  const { rows, pairs } = await findSuggested(userId, accounts, addMonths(parisDay(now()), -12, 1))
  const toView = toHalfView(accounts, await readNaming(userId))
  const viewOf = ({ accountId, key }: LineKey) =>
    rows.flatMap(row => (row.accountId === accountId && row.key === key ? [toView(row)] : []))
  return pairs.flatMap(({ debit, credit }) => {
    const [[from], [to]] = [viewOf(debit), viewOf(credit)]
    return from && to ? [{ from, to }] : []
  })
}

/** Of the last weeks, for home; none while an account's part may be missing, as before its first reading. `accounts`: all of them. */
export async function countSuggested(userId: string, accounts: readonly AccountRow[]): Promise<number> {
  const isRead = ({ syncState, syncError, lastSyncedAt, mayTransactions, gone }: AccountRow) =>
    gone ||
    closureCodes.includes(syncError ?? '') ||
    ((syncState === 'done' || syncState === 'idle') && (lastSyncedAt !== null || !mayTransactions))
  if (!accounts.every(isRead)) return 0
  await categoriseNew(userId)
  const since = addDays(parisDay(now()), -askedDays)
  return (await findSuggested(userId, accounts, since)).pairs.length
}

function toHalfView(accounts: readonly { readonly id: string; readonly name: string }[], naming: Naming) {
  return (row: PairRow): HalfView => {
    const { accountId, key, label, day } = row
    const nature = natureOf({ domain: row.codeDomain, family: row.codeFamily, subFamily: row.codeSubFamily })
    const { name } = naming({ label, counterparty: row.counterparty ?? counterpartyOf(label, nature), nature })
    const accountName = accounts.find(({ id }) => id === accountId)?.name ?? ''
    return { accountId, key, name, accountName, day: toIsoDate(day) ?? '', amount: toMoneyView(row) }
  }
}

/** On other own accounts, unpaired, of the same amount or in another currency; nearest day first. */
async function findOpposite(userId: string, line: PairRow, own: readonly PairingAccount[]): Promise<PairRow[]> {
  // Also by another login it is the same account.
  const same = new Set(idsOfAccount(own, line.accountId))
  const others = own.filter(({ id }) => !same.has(id))
  return db().$queryRaw<PairRow[]>`
    SELECT ${pairColumns} FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "accountId" = ANY(${others.map(({ id }) => id)}::uuid[]) AND "booked"
      AND "pairAccountId" IS NULL AND ${await whereOnce(
        userId,
        others.map(({ id }) => id),
      )}
      AND "day" BETWEEN ${line.day}::date - ${daysByHand}::int AND ${line.day}::date + ${daysByHand}::int
      AND sign("amountMinor") = ${line.amountMinor < 0n ? 1 : -1}::int
      AND ("currency" <> ${line.currency} OR "amountMinor" = ${-line.amountMinor}::bigint)
    ORDER BY "currency" <> ${line.currency}, abs("day" - ${line.day}::date), "accountId", "key" LIMIT ${mostOffered}`
}

/**
 * Pairs two lines by hand, or a line with the card it pays (its key is empty). `other` null: the line is no own
 * transfer, its pair is split and nothing is suggested. Refusals: `not_found`; `invalid_input` naming `other` for a
 * line that is not offered for this one.
 */
export async function decideOwnTransfer({ userId }: Person, line: LineKey, other: LineKey | null): Promise<void> {
  const state = requireFound(await readOwnTransfer({ userId }, line))
  const card = state.settles && { accountId: state.settles.accountId, key: cardKey }
  const offered = [state.suggested, card, ...state.others].flatMap(one => one ?? [])
  const isOffered = other === null || offered.some(one => one.accountId === other.accountId && one.key === other.key)
  if (!isOffered) throw new Refused('invalid_input', { field: 'other' })
  await db().$transaction(async tx => {
    await lockFor(tx, 'categories', userId)
    const accounts = await readPairingAccounts(tx, userId)
    // Of an account of two logins both.
    const rowsOf = (one: LineKey) => withTwins(tx, userId, [one], accounts)
    const at = (rows: readonly LineKey[]) => ({ userId, booked: true, OR: [...rows] })
    const lines = await rowsOf(line)
    if (other !== null) {
      const others = await rowsOf(other)
      const taken = { ...at([...lines, ...others]), pairAccountId: { not: null } }
      if ((await tx.transaction.count({ where: taken })) > 0) throw new Refused('invalid_input', { field: 'other' })
      await pairAs(tx, at(lines), other)
      await pairAs(tx, at(others), line)
      return
    }
    const alone = { pairAccountId: null, pairKey: null }
    const halves = lines.map(({ accountId, key }) => ({ pairAccountId: accountId, pairKey: key }))
    await tx.transaction.updateMany({ where: { userId, OR: halves }, data: { ...alone, pairChoice: null } })
    await tx.transaction.updateMany({ where: at(lines), data: { ...alone, pairChoice: 'apart' } })
  })
}

async function pairAs(tx: Tx, where: Prisma.TransactionWhereInput, { accountId, key }: LineKey): Promise<void> {
  const data = { pairAccountId: accountId, pairKey: key === cardKey ? null : key, pairChoice: 'together' as const }
  await tx.transaction.updateMany({ where, data })
}
