import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { toSingleLine } from '@guichet/values/text/storable.ts'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import { appState } from '#lib/domain/apps/allowance.ts'
import {
  accessAddress,
  attentionOf,
  basicOf,
  type Days,
  daysOf,
  maxTransactions,
  noonOf,
  readSimpleFinQuery,
} from '#lib/domain/apps/simplefin.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type Naming, readNaming } from '#lib/services/accounts/own-names.ts'
import { ownersOf, toIsoDate, toReading } from '#lib/services/accounts/view.ts'
import { pageAt } from '#lib/services/mail/queue.ts'
import { type TransactionRow, toTransactionView, transactionColumns } from '#lib/services/transactions/list.ts'
import type { Refreshed } from '#lib/views/data-v1.ts'
import { end, lockBySetup } from './allow.ts'
import { askBanks } from './ask-banks.ts'
import { mailAppChange } from './mails.ts'
import { countWrong, type Held, noteReading, openByPassword, type Reader, readHeld } from './reading.ts'

/** The other side of SimpleFIN: what we hold leaves, no bank is called. */

/**
 * Exchanges a setup token for the access address, once. A second try ends the access and tells the person, since one of the two was not
 * theirs. Refusals: `not_allowed` (unknown, used, too old, ended), `too_many_tries`.
 */
export async function claimSetup(secret: string, by: Reader): Promise<string> {
  const setupHash = hashOf(secret)
  const password = newSecret()
  const claimed = await db().$transaction(async tx => {
    await lockBySetup(tx, setupHash)
    const app = await tx.app.findUnique({ where: { setupHash }, include: { client: true } })
    if (!app) return null
    const { id, userId, name } = app
    if (app.claimedAt !== null) {
      const ended = await end(tx, { id, userId }, 'setup_repeated')
      if (ended) await mailAppChange(tx, userId, { template: 'app_setup_repeated', appId: id, name })
      return null
    }
    const isOpen = appState(app, now()) === 'waiting' && app.setupUntil !== null && app.setupUntil > now()
    if (!isOpen) return null
    const data = { claimedAt: now(), setupSealed: null, secretHash: hashOf(password) }
    await tx.app.updateMany({ where: { id, userId }, data })
    return id
  })
  if (claimed === null) {
    await countWrong(by)
    throw new Refused('not_allowed')
  }
  return accessAddress(pageAt('/simplefin'), claimed, password)
}

type Request = { readonly authorization: string | null; readonly query: URLSearchParams; readonly by: Reader }

type SimpleFinAccount = {
  readonly org: { readonly id: string; readonly name: string; readonly 'sfin-url': string }
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly balance: string
  readonly 'balance-date': number
  readonly transactions: readonly SimpleFinTransaction[]
  readonly extra: { readonly kind: string; readonly owners?: readonly string[] }
}

type SimpleFinTransaction = {
  readonly id: string
  readonly posted: number
  readonly amount: string
  readonly description: string
  readonly payee: string
  readonly transacted_at?: number
  readonly pending?: true
}

export type SimpleFinAnswer = { readonly errors: string[]; readonly accounts: readonly SimpleFinAccount[] }

/**
 * What the app may read, of what we hold. Every answer is a row of the register; the first is told by mail. Refusals: `not_allowed`
 * (unknown, ended, expired), `invalid_input` (the parameter), `too_many_tries`.
 */
export async function readSimpleFin({ authorization, query, by }: Request): Promise<SimpleFinAnswer> {
  const app = await openByPassword(basicOf(authorization), by)
  const asked = readSimpleFinQuery(query)
  if ('fault' in asked) throw new Refused('invalid_input', { field: asked.fault })
  const days = daysOf(asked, parisDay(now()), toIsoDate(app.historyFrom))
  // Without its balance an account can’t be one of this protocol.
  const held = (await readHeld(app, asked.accounts)).filter(({ leaves }) => leaves.balances)
  const lines = asked.balancesOnly ? new Map() : await readLines(app.userId, held, days, asked.pending)
  const answer = await toAnswer(app.userId, held, lines)
  if (asked.refresh) answer.errors.push(...(await askBanks(app)).banks.map(toldOfAsking))
  const transactions = answer.accounts.reduce((sum, account) => sum + account.transactions.length, 0)
  const from = asked.balancesOnly ? null : days.from
  await noteReading(app, by, { accounts: answer.accounts.length, transactions, from })
  return answer
}

/** In `errors`, the protocol's one place for sentences. */
function toldOfAsking({ name, state, read_at, next_possible_at }: Refreshed['banks'][number]): string {
  const next = next_possible_at ? ` Ask again after ${next_possible_at}.` : ''
  return `${name}: ${askingWords[state]} Last read: ${read_at ?? 'never'}.${next}`
}

const askingWords = {
  asked: 'it is being read now; this counts among the readings of the day.',
  fresh: 'it was read within the last hour.',
  quota_used: 'it allows no more readings today.',
  not_readable: 'its authorisation has ended.',
} as const

type Lines = ReadonlyMap<string, readonly TransactionRow[]>

/** Newest first, so that the oldest are left out if there are too many. */
async function readLines(userId: string, held: readonly Held[], { from, to }: Days, pending: boolean): Promise<Lines> {
  const ids = held.filter(({ leaves }) => leaves.transactions).map(({ row }) => row.id)
  if (ids.length === 0 || from > to) return new Map()
  const open = pending ? Prisma.empty : Prisma.sql`AND "booked"`
  const rows = await db().$queryRaw<TransactionRow[]>`
    SELECT ${transactionColumns} FROM "Transaction"
    WHERE "userId" = ${userId}::uuid AND "accountId" = ANY(${ids}::uuid[])
      AND "day" BETWEEN ${from}::date AND ${to}::date ${open}
    ORDER BY "day" DESC, "accountId" DESC, "key" DESC LIMIT ${maxTransactions + 1}`
  return Map.groupBy(
    rows.filter(row => row.booked || (row.status !== 'FUTR' && isForeseen(row))),
    ({ accountId }) => accountId,
  )
}

async function toAnswer(userId: string, held: readonly Held[], lines: Lines): Promise<SimpleFinAnswer> {
  const naming = await readNaming(userId)
  const all = [...lines.values()].reduce((sum, { length }) => sum + length, 0)
  const troubled = new Map(held.map(({ row }) => [row.connection.id, row.connection]))
  const errors = [...troubled.values()].flatMap(({ id, status, bank }) => {
    const attention = attentionOf(status)
    if (attention === null) return []
    // The first sentence is the one that clients look for.
    return [
      `Connection to ${bank.name} may need attention`,
      `${bank.name}: ${attentionWords[attention]} ${pageAt(`/connections/${id}`)}`,
    ]
  })
  if (all > maxTransactions) {
    errors.push(
      `Only the newest ${maxTransactions} transactions are here. Ask for a shorter period with start-date and end-date.`,
    )
  }
  return { errors, accounts: held.flatMap(one => toAccount(one, lines.get(one.row.id) ?? [], naming)) }
}

const attentionWords = {
  expired: 'the bank’s authorisation has expired, so nothing new is read. Renew it at',
  revoked: 'the authorisation was withdrawn, so nothing new is read. Link the bank again at',
  replaced: 'this login was linked again elsewhere. See',
  choosing: 'no consent is in force. Choose what the bank may show at',
} as const

function toAccount({ row, leaves }: Held, lines: readonly TransactionRow[], naming: Naming): SimpleFinAccount[] {
  const { bank } = row.connection
  const kind = row.kind === 'card' ? 'card' : 'account'
  const readings = row.balances.map(toReading)
  const balance = mainBalance(readings, kind)
  if (balance === null) return []
  const readAt = Math.max(...row.balances.map(one => one.readAt.getTime()))
  const owners = leaves.owners ? ownersOf(row.owners)?.persons.map(({ fullName }) => fullName) : undefined
  return [
    {
      org: { id: bank.code, name: bank.name, 'sfin-url': pageAt('/simplefin') },
      id: row.id,
      name: row.name,
      currency: balance.amount.currency,
      balance: formatAmount(balance.amount),
      'balance-date': Math.floor(readAt / 1000),
      transactions: lines.slice(0, maxTransactions).map(line => toTransaction(line, naming)),
      extra: { kind, ...(owners ? { owners } : {}) },
    },
  ]
}

function toTransaction(row: TransactionRow, naming: Naming): SimpleFinTransaction {
  const { key, booked, amount, name, remittance, label, transactionDate, day } = toTransactionView(row, naming)
  const made = noonOf(transactionDate ?? day)
  return {
    id: key,
    posted: booked ? noonOf(isoDay(row.day)) : 0,
    amount: amount.amount,
    description: toSingleLine(remittance.join(' ') || label),
    payee: name,
    transacted_at: made,
    ...(booked ? {} : { pending: true as const }),
  }
}
