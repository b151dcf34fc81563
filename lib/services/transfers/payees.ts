import type { Presence } from '@guichet/stet/terms/presence.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import {
  type Beneficiary,
  findBeneficiaryFaults,
  normaliseBeneficiary,
} from '#lib/domain/payments/payee/beneficiary.ts'
import { readTypedIban } from '#lib/domain/payments/payee/iban.ts'
import type { KnownName } from '#lib/domain/payments/payee/name.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { findVerification, listVerifications, verificationKey, verifyPayee } from '#lib/services/payees/verify.ts'
import type { PayeeInput, PayeeVerificationView, PayeeView } from '#lib/views/transfer.ts'

/** Moves no money; paying a new IBAN requires a fresh password. */

const maxPayees = 500
/** Slows a script filling a book. */
const changeLimit = { limit: 60, windowSeconds: 3_600 }

export async function listPayees({ userId }: Person): Promise<PayeeView[]> {
  const [rows, banks, known, verifications] = await Promise.all([
    db().payee.findMany({ where: { userId }, orderBy: [{ name: 'asc' }, { id: 'asc' }] }),
    banksByCode(),
    knownIbans(userId),
    listVerifications(userId),
  ])
  return rows.map(row => toPayeeView(row, banks, known, verifications.get(verificationKey(row)) ?? null))
}

/** Refusals: `invalid_input` (`<field>.<fault>`, `iban.known`, `payees.full`), `too_many_tries`. */
export async function addPayee({ userId }: Person, input: PayeeInput): Promise<PayeeView> {
  await takeTry(`payees:${userId}`, changeLimit)
  const payee = validatePayee(input)
  if ((await db().payee.count({ where: { userId } })) >= maxPayees) {
    throw new Refused('invalid_input', { field: 'payees.full' })
  }
  const at = now()
  const row = await refuseKnown(() =>
    db().$transaction(async tx => {
      const made = await tx.payee.create({ data: { userId, ...payee, createdAt: at, updatedAt: at } })
      await note(tx, userId, 'payee.added', made)
      return made
    }),
  )
  return view(userId, row)
}

/** Adding is free whatever the answer. Refusals: `invalid_input`, `too_many_tries`. */
export async function checkPayee(
  { userId }: Person,
  input: PayeeInput,
  presence: Presence,
): Promise<PayeeVerificationView> {
  await takeTry(`payees:${userId}`, changeLimit)
  const { iban, name } = validatePayee(input)
  return verifyPayee({ ownerId: userId, ownerKind: 'person' }, { iban, name }, { userId, presence })
}

/** Refusals: as `addPayee`, `not_found`. */
export async function changePayee({ userId }: Person, payeeId: string, input: PayeeInput): Promise<PayeeView> {
  await requirePayee(userId, payeeId)
  await takeTry(`payees:${userId}`, changeLimit)
  const payee = validatePayee(input)
  const row = await refuseKnown(() =>
    db().$transaction(async tx => {
      const changed = await tx.payee.update({ where: { id: payeeId, userId }, data: { ...payee, updatedAt: now() } })
      await note(tx, userId, 'payee.changed', changed)
      return changed
    }),
  )
  return view(userId, row)
}

/** Refusals: `not_found`. */
export async function removePayee({ userId }: Person, payeeId: string): Promise<void> {
  const row = await requirePayee(userId, payeeId)
  await db().$transaction(async tx => {
    await tx.payee.deleteMany({ where: { id: payeeId, userId } })
    await note(tx, userId, 'payee.removed', row)
  })
}

async function requirePayee(userId: string, payeeId: string) {
  return requireFound(isUuid(payeeId) && (await db().payee.findFirst({ where: { id: payeeId, userId } })))
}

/** Unless known; with the transfer. */
export async function rememberPayee(tx: Tx, userId: string, payee: Beneficiary): Promise<void> {
  if ((await tx.payee.count({ where: { userId } })) >= maxPayees) return
  const at = now()
  await tx.payee.createMany({ data: [{ userId, ...payee, createdAt: at, updatedAt: at }], skipDuplicates: true })
}

/** Null: not in the book. */
export async function findPayee(userId: string, payeeId: string): Promise<Beneficiary | null> {
  const where = { id: payeeId, userId }
  return isUuid(payeeId) ? db().payee.findFirst({ where, select: { name: true, iban: true, bic: true } }) : null
}

/** Never authorised and not one's own: needs a fresh password (C24). */
export async function isNewPayee(userId: string, iban: string): Promise<boolean> {
  const [own, sent] = await Promise.all([
    db().account.count({ where: { userId, iban, gone: false, connection: { status: 'active' } } }),
    db().paymentOrder.count({ where: { ownerId: userId, creditorIban: iban, status: { in: paidStatuses } } }),
  ])
  return own === 0 && sent === 0
}

const paidStatuses: OrderStatus[] = ['pending', 'confirmed', 'executed', 'partly_executed']

async function knownIbans(userId: string): Promise<ReadonlySet<string>> {
  const [own, sent] = await Promise.all([
    db().account.findMany({
      where: { userId, iban: { not: null }, gone: false, connection: { status: 'active' } },
      select: { iban: true },
    }),
    db().paymentOrder.groupBy({ by: ['creditorIban'], where: { ownerId: userId, status: { in: paidStatuses } } }),
  ])
  return new Set([...own.flatMap(({ iban }) => iban ?? []), ...sent.map(({ creditorIban }) => creditorIban)])
}

/** Theirs, and those paid before, newest first, ten. */
export async function namesOfIban(userId: string, iban: string): Promise<KnownName[]> {
  const [own, sent] = await Promise.all([
    db().account.findFirst({
      where: { userId, iban, gone: false, connection: { status: 'active' } },
      select: { connection: { select: { user: { select: { name: true } } } } },
    }),
    db().paymentOrder.findMany({
      where: { ownerId: userId, creditorIban: iban, status: { in: paidStatuses } },
      orderBy: { createdAt: 'desc' },
      take: 10,
      select: { creditorName: true },
    }),
  ])
  const paid = [...new Set(sent.map(({ creditorName }) => creditorName))]
  return [
    ...(own ? [{ name: own.connection.user.name, from: 'own' as const }] : []),
    ...paid.map(name => ({ name, from: 'paid' as const })),
  ]
}

/** By code. */
export async function banksByCode(): Promise<ReadonlyMap<string, string>> {
  const banks = await db().bank.findMany({ where: { enabled: true }, select: { code: true, name: true } })
  return new Map(banks.map(({ code, name }) => [code, name]))
}

function validatePayee(input: PayeeInput): Beneficiary {
  const payee = normaliseBeneficiary(input)
  const [fault] = findBeneficiaryFaults(payee)
  if (fault) throw new Refused('invalid_input', { field: `${fault.field}.${fault.fault}` })
  return payee
}

async function refuseKnown<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
    throw isTaken ? new Refused('invalid_input', { field: 'iban.known' }) : error
  }
}

type PayeeRow = Pick<Prisma.PayeeGetPayload<object>, 'id' | 'name' | 'iban' | 'bic' | 'updatedAt'>

async function view(userId: string, row: PayeeRow): Promise<PayeeView> {
  const [banks, isNew, verification] = await Promise.all([
    banksByCode(),
    isNewPayee(userId, row.iban),
    findVerification(userId, row),
  ])
  return toPayeeView(row, banks, new Set(isNew ? [] : [row.iban]), verification)
}

function toPayeeView(
  { id, name, iban, bic, updatedAt }: PayeeRow,
  banks: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
  verification: PayeeVerificationView | null,
): PayeeView {
  const { bankCode } = readTypedIban(iban)
  const bankName = bankCode === null ? null : (banks.get(bankCode) ?? null)
  return { id, name, iban, bic, bankName, isNew: !known.has(iban), verification, updatedAt: updatedAt.toISOString() }
}

async function note(tx: Tx, userId: string, action: string, { id, iban }: { id: string; iban: string }): Promise<void> {
  await appendAudit({ userId, stream: `user:${userId}`, action, detail: { payeeId: id, iban: maskIban(iban) } }, tx)
}
