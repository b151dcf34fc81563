import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { decimalOf } from '#sandbox/ais/presentation.ts'
import { parisDay } from '#sandbox/clock.ts'
import { dayOf, isoOf } from '#sandbox/people/days.ts'
import { issuedTransfers, operationNames } from '#sandbox/people/operations.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import type { Account } from '#sandbox/store/accounts.ts'
import { addEntry, dayOfPosition, type Entry, listEntries, positionOfDay, referenceOf } from '#sandbox/store/entries.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { nextDeskPosition, removeEntry } from '#sandbox/store/overrides.ts'
import { hostileNames, hostileTexts } from './hostile-texts.ts'
import { AccountId, accountAt } from './people.ts'
import { DeskRefusal, type DeskRoute, only, routesOf } from './route.ts'

const amount = z
  .string()
  .regex(/^-?\d{1,13}(\.\d{1,2})?$/)
  .describe('Signed decimal, at most two digits after the point; negative is money that goes out')

const DeskEntry = z.strictObject({
  position: z.string().regex(/^\d+$/).describe('Names the entry in paths of the desk'),
  reference: z.string().nullable().describe('entryReference at the interface; null while not booked'),
  status: z.enum(['BOOK', 'PDNG', 'FUTR', 'INFO']),
  source: z.enum(['life', 'payment', 'desk']),
  operation: z.string(),
  amount,
  currency: z.string(),
  day: z.iso.date().describe('Booking day, or the one on which it is expected'),
  valueOn: z.iso.date(),
  lines: z.array(z.string()),
})

const NewEntry = z.strictObject({
  status: z.enum(['BOOK', 'PDNG', 'FUTR', 'INFO']).default('BOOK'),
  amount,
  lines: z
    .array(z.string().max(20_000))
    .max(20)
    .optional()
    .describe('Remittance lines, as they come: nothing is cut or cleaned'),
  hostile: z
    .enum(hostileNames as [string, ...string[]])
    .optional()
    .describe('One of the hostile texts, in place of lines'),
  operation: z.enum(operationNames).optional(),
  day: z.iso.date().optional().describe("The bank's day unless named; for FUTR a day to come"),
})

const HostileText = z.strictObject({ name: z.string(), text: z.string() })

function showEntry(entry: Entry, account: Account): z.output<typeof DeskEntry> {
  return only(DeskEntry, {
    ...entry,
    position: String(entry.position),
    reference: entry.status === 'BOOK' ? referenceOf(entry.position) : null,
    amount: decimalOf(entry.amountMinor),
    currency: account.currency,
    day: dayOfPosition(entry.position),
    lines: entry.lines.map(line => line.toWellFormed()),
  })
}

function minorOf(decimal: string): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const minor = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return sign === '-' ? -minor : minor
}

/** The newest entries of an account, whatever their status. */
export function showEntries({ db, clock }: Sandbox, account: Account, limit: number): z.output<typeof DeskEntry>[] {
  const today = dayOf(parisDay(clock.now()))
  const to = positionOfDay(isoOf(today + 370))
  const bookedUntil = positionOfDay(isoOf(today + 1))
  const stretch = { accountId: account.id, from: 0, to, bookedOnly: false, bookedUntil }
  return listEntries(db, stretch, { offset: 0, limit }).map(entry => showEntry(entry, account))
}

/** Books an entry on an account, or adds one that is not booked yet. */
export function bookEntry(
  sandbox: Sandbox,
  account: Account,
  wish: z.output<typeof NewEntry>,
): z.output<typeof DeskEntry> {
  const { db, clock } = sandbox
  const today = parisDay(clock.now())
  const day = wish.day ?? (wish.status === 'FUTR' ? isoOf(dayOf(today) + 7) : today)
  const isPast = day < today
  const amountMinor = minorOf(wish.amount)
  const entry: Entry = {
    accountId: account.id,
    position: freePosition(db, account.id, day, wish.status === 'BOOK'),
    status: wish.status,
    source: 'desk',
    operation: wish.operation ?? (amountMinor < 0n ? 'otherDebit' : 'otherCredit'),
    amountMinor,
    valueOn: day,
    happenedOn: isPast ? day : today,
    drawnOn: account.kind === 'card' ? day : null,
    lines: readLines(wish),
    endToEndId: issuedTransfers.some(one => one === wish.operation) ? `BUREAU${randomUUID().slice(0, 8)}` : null,
  }
  addEntry(db, entry)
  return showEntry(entry, account)
}

function readLines({ lines, hostile }: z.output<typeof NewEntry>): readonly string[] {
  const name = hostileNames.find(candidate => candidate === hostile)
  return name ? [hostileTexts[name]] : (lines ?? ['ECRITURE DU BUREAU'])
}

function freePosition(db: DatabaseSync, accountId: string, day: string, isBooked: boolean): number {
  const position = nextDeskPosition(db, accountId, day, isBooked)
  if (position === null) throw new DeskRefusal(409, 'day_full', `No room is left on ${day}`)
  return position
}

/** Books a pending entry of the desk, on the bank's day. */
export function bookPending(sandbox: Sandbox, account: Account, position: number): z.output<typeof DeskEntry> {
  const { db, clock } = sandbox
  return inTransaction(db, () => {
    const stretch = {
      accountId: account.id,
      from: position,
      to: position + 1,
      bookedOnly: false,
      bookedUntil: position + 1,
    }
    const entry = listEntries(db, stretch, { offset: 0, limit: 1 })[0]
    if (!entry) throw new DeskRefusal(404, 'unknown_entry', 'This account has no entry at that position')
    if (entry.status === 'BOOK') throw new DeskRefusal(409, 'already_booked', 'The entry is booked')
    if (entry.source !== 'desk') {
      throw new DeskRefusal(
        409,
        'not_of_the_desk',
        'This entry belongs to a life: it is booked when the clock is moved',
      )
    }
    const day = parisDay(clock.now())
    const booked: Entry = {
      ...entry,
      status: 'BOOK',
      position: freePosition(db, account.id, day, true),
      valueOn: day,
    }
    removeEntry(db, account.id, position)
    addEntry(db, booked)
    return showEntry(booked, account)
  })
}

/** Books one entry per hostile text, a cent each. */
export function bookHostile(sandbox: Sandbox, account: Account): z.output<typeof DeskEntry>[] {
  return inTransaction(sandbox.db, () =>
    hostileNames.map(hostile => bookEntry(sandbox, account, { status: 'BOOK', amount: '-0.01', hostile })),
  )
}

const route = routesOf('accounts')

export const entryRoutes: readonly DeskRoute[] = [
  route('GET /accounts/{id}/entries', 'listEntries', {
    summary: 'The newest entries of an account, booked or not',
    params: AccountId,
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(50) }),
    answer: z.strictObject({ entries: z.array(DeskEntry) }),
    run: (sandbox, { params, query }) => ({
      entries: showEntries(sandbox, accountAt(sandbox, params.id), query.limit),
    }),
  }),
  route('POST /accounts/{id}/entries', 'bookEntry', {
    summary: 'Book a transaction, or write a pending, future or discarded one',
    params: AccountId,
    body: NewEntry,
    status: 201,
    answer: DeskEntry,
    run: (sandbox, { params, body }) => bookEntry(sandbox, accountAt(sandbox, params.id), body),
  }),
  route('POST /accounts/{id}/entries/{position}/book', 'bookPending', {
    summary: 'Turn a pending entry of the desk into a booked one',
    params: AccountId.extend({ position: z.string().regex(/^\d{1,15}$/) }),
    answer: DeskEntry,
    run: (sandbox, { params }) => bookPending(sandbox, accountAt(sandbox, params.id), Number(params.position)),
  }),
  route('GET /hostile-texts', 'listHostileTexts', {
    summary: 'Texts that a client must survive (what cannot be written in JSON is replaced here, not in the entries)',
    answer: z.strictObject({ texts: z.array(HostileText) }),
    run: () => ({ texts: hostileNames.map(name => ({ name, text: hostileTexts[name].toWellFormed() })) }),
  }),
  route('POST /accounts/{id}/hostile-entries', 'bookHostile', {
    summary: 'Book one entry per hostile text, a cent each',
    params: AccountId,
    status: 201,
    answer: z.strictObject({ entries: z.array(DeskEntry) }),
    run: (sandbox, { params }) => ({ entries: bookHostile(sandbox, accountAt(sandbox, params.id)) }),
  }),
]
