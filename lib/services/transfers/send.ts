import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { parisDay } from '#lib/domain/calendar/paris.ts'
import { type Beneficiary, tidyBeneficiary } from '#lib/domain/payments/beneficiary.ts'
import { isFinalOrder } from '#lib/domain/payments/order.ts'
import { checkPayeeName, type PayeeNameCheck } from '#lib/domain/payments/payee-name.ts'
import {
  planTransfer,
  type TransferFault,
  type TransferPlan,
  TransferTyped,
} from '#lib/domain/payments/transfer-form.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Presence } from '#lib/domain/requests/presence.ts'
import { leaseOf } from '#lib/lease.ts'
import { isUuid } from '#lib/services/ids.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { createOrder, withdrawOrder } from '#lib/services/payments/orders.ts'
import { openOfAttempt } from '#lib/services/payments/secrets.ts'
import { takeTry } from '#lib/services/people/limits.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { requireVerifiedAddress } from '#lib/services/people/verification.ts'
import type { TransferSource } from '#lib/views/transfer-page.ts'
import { readSource } from './accounts.ts'
import { findPayee, isNewPayee, namesOfIban, rememberPayee } from './payees.ts'

/**
 * A person sends own money (document 2, the second of the two cases). What is typed is kept as a draft, sound or not; one
 * order at most comes of a draft, and one visit to the bank of a click, however often it is pressed.
 */

const draftLifeMs = 24 * 3_600_000
/** A person's orders are open this long for another try at the bank. */
const orderLifeMs = 24 * 3_600_000
const typeLimit = { limit: 300, windowSeconds: 3_600 }
const sendLimit = { limit: 20, windowSeconds: 3_600 }

/** Keeps what was typed, under the id it had or a new one, and returns it. Refusals: `not_found` for an unknown draft or one already sent, `too_many_tries`. */
export async function keepDraft(userId: string, draftId: string | null, typed: TransferTyped): Promise<string> {
  await takeTry(`transfer-draft:${userId}`, typeLimit)
  const at = now()
  const expiresAt = new Date(at.getTime() + draftLifeMs)
  if (draftId !== null) {
    const where = { id: draftId, userId, orderId: null, expiresAt: { gt: at } }
    const { count } = isUuid(draftId)
      ? await db().transferDraft.updateMany({ where, data: { typed, expiresAt } })
      : { count: 0 }
    if (count === 0) throw new Refused('not_found')
    return draftId
  }
  await db().transferDraft.deleteMany({ where: { userId, expiresAt: { lte: at } } })
  return (await db().transferDraft.create({ data: { userId, typed, createdAt: at, expiresAt } })).id
}

/** Deletes what was typed and not touched for a day, of everybody. For a sweeper. Returns how many. */
export async function sweepDrafts(): Promise<number> {
  const { count } = await db().transferDraft.deleteMany({ where: { expiresAt: { lte: now() } } })
  return count
}

export type Draft = {
  readonly id: string
  readonly typed: TransferTyped
  readonly source: TransferSource
  readonly plan: TransferPlan | null
  readonly faults: readonly TransferFault[]
  /** Nothing was ever sent to the payee: the password is asked for. */
  readonly isNewPayee: boolean
  /** Of a typed payee: how the name fits those that the person's own data knows for the IBAN. */
  readonly nameCheck: PayeeNameCheck | null
  /** Set once it was sent: what is shown then is that order. */
  readonly orderId: string | null
}

/** A draft as it stands, checked against today and the account's features. Refusals: `not_found`, `bank_unknown`. */
export async function readDraft(userId: string, draftId: string): Promise<Draft> {
  const where = { id: draftId, userId, expiresAt: { gt: now() } }
  const row = isUuid(draftId) ? await db().transferDraft.findFirst({ where }) : null
  if (!row) throw new Refused('not_found')
  const typed = TransferTyped.parse(row.typed)
  const source = await readSource(userId, typed)
  const creditor = await readCreditor(userId, typed)
  const facts = {
    today: parisDay(now()),
    offer: source.offer,
    creditor,
    debtorIban: source.account?.iban ?? null,
  }
  const checked = planTransfer(typed, facts)
  const plan = 'plan' in checked ? checked.plan : null
  const faults = 'faults' in checked ? checked.faults : []
  const isNew = plan !== null && (await isNewPayee(userId, plan.creditor.iban))
  const names = plan !== null && typed.to === 'new' ? await namesOfIban(userId, plan.creditor.iban) : []
  const nameCheck = plan === null ? null : checkPayeeName(plan.creditor.name, names)
  return { id: row.id, typed, source, plan, faults, isNewPayee: isNew, nameCheck, orderId: row.orderId }
}

/** Whom the form names: somebody of the book, an own account, or what was typed. */
async function readCreditor(userId: string, typed: TransferTyped): Promise<Beneficiary | null> {
  if (typed.to === 'new') return tidyBeneficiary(typed)
  const [kind, id = ''] = typed.to.split(':')
  if (kind === 'payee') return findPayee(userId, id)
  if (kind !== 'own' || !isUuid(id)) return null
  const account = await db().account.findFirst({
    where: { id, userId, gone: false, kind: 'account', iban: { not: null } },
    select: { iban: true, bic: true, connection: { select: { user: { select: { name: true } } } } },
  })
  if (!account?.iban) return null
  return tidyBeneficiary({ name: account.connection.user.name, iban: account.iban, bic: account.bic ?? '' })
}

type Signed = { readonly authenticatedAt: Date }
export type Sent = { readonly orderId: string; readonly redirectTo: string }

/**
 * Sends a draft: makes its order, unless a click before did, and says where the person agrees to it. Nothing is moved yet.
 * Refusals: `not_found`; `invalid_input` naming the field; `reauthentication_required` for the first transfer to an IBAN
 * (C24); `address_not_confirmed`; `too_many_tries`; and those of `startAttempt`.
 */
export async function sendTransfer(userId: string, draftId: string, signed: Signed, presence: Presence): Promise<Sent> {
  const draft = await readDraft(userId, draftId)
  const orderId = draft.orderId ?? (await orderDraft(userId, draft, signed))
  return startTransfer(userId, orderId, presence)
}

async function orderDraft(userId: string, draft: Draft, signed: Signed): Promise<string> {
  const [fault] = draft.faults
  if (fault || draft.plan === null) throw new Refused('invalid_input', { field: fault?.field ?? 'to' })
  await requireVerifiedAddress(userId, 'transfer.send')
  if (draft.isNewPayee) requireFreshPassword(signed)
  await takeTry(`transfers:${userId}`, sendLimit)
  const { plan } = draft
  return db().$transaction(async tx => {
    const locked = await tx.$queryRaw<{ orderId: string | null }[]>`
      SELECT "orderId" FROM "TransferDraft" WHERE "id" = ${draft.id}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
    const [row] = locked
    if (!row) throw new Refused('not_found')
    if (row.orderId !== null) return row.orderId
    const orderId = await createTransfer(tx, userId, draft.source, plan)
    await tx.transferDraft.updateMany({ where: { id: draft.id, userId }, data: { orderId } })
    if (draft.typed.to === 'new' && draft.typed.save) await rememberPayee(tx, userId, plan.creditor)
    return orderId
  })
}

async function createTransfer(
  tx: Tx,
  userId: string,
  { account, bank, mode }: TransferSource,
  plan: TransferPlan,
): Promise<string> {
  const { creditor, payments, executionDate, recurrence, isInstant } = plan
  const { id } = await createOrder(
    userId,
    {
      ownerKind: 'person',
      kind: 'transfer',
      mode,
      currency: 'EUR',
      categoryPurpose: 'CASH',
      reference: payments.find(({ remittance }) => remittance !== '')?.remittance ?? creditor.name,
      instructions: payments.map(({ amountMinor, remittance }) => ({
        amountMinor,
        remittance: remittance === '' ? [] : [remittance],
      })),
      creditor,
      executionDate,
      recurrence,
      isInstant,
      debtorIban: account?.iban ?? null,
      debtorAccountId: account?.id ?? null,
      metadata: { bankCode: bank.code },
      expiresAt: new Date(now().getTime() + orderLifeMs),
    },
    tx,
  )
  return id
}

/** Whoever clicks again within this time meant the same click: they get the link that was just made. */
const sameClickMs = 3_000
/** Longer than two creations at a bank take (D43). */
const leaseSeconds = 60
const startLease = leaseOf({ table: 'TransferDraft', owner: 'leaseId', until: 'leaseUntil', seconds: leaseSeconds })
const draftOf = (userId: string, orderId: string) =>
  Prisma.sql`"orderId" = ${orderId}::uuid AND "userId" = ${userId}::uuid`
const pollMs = 100

/**
 * Takes an order of a person to its bank, again where the last try ended without money. Two clicks at once are one visit:
 * the second waits for the first, and is sent to the same screen. Refusals: `not_found`, `payment_under_way`,
 * `payment_over`, `busy`, and those of `startAttempt`.
 */
export async function startTransfer(userId: string, orderId: string, presence: Presence): Promise<Sent> {
  const order = isUuid(orderId)
    ? await db().paymentOrder.findFirst({ where: { id: orderId, ownerId: userId, kind: 'transfer' } })
    : null
  if (!order) throw new Refused('not_found')
  if (isFinalOrder(order.status)) throw new Refused('payment_over')
  const bankCode = bankCodeOf(order.metadata)
  for (const began = Date.now(); Date.now() - began < leaseSeconds * 1_000; await wait(pollMs)) {
    const fresh = await findFreshLink(userId, orderId)
    if (fresh !== null) return { orderId, redirectTo: fresh }
    const lease = await claimOrder(userId, orderId)
    if (lease !== null) {
      try {
        const start = { bankCode, debtorIban: order.debtorIban, presence, payerUserId: userId }
        return { orderId, redirectTo: (await startAttempt(userId, orderId, start)).redirectTo }
      } finally {
        await startLease.release(db(), draftOf(userId, orderId), lease)
      }
    }
  }
  throw new Refused('busy')
}

/** The bank a transfer goes to: written down when it was made. */
function bankCodeOf(metadata: unknown): string {
  const code = typeof metadata === 'object' && metadata !== null && 'bankCode' in metadata ? metadata.bankCode : ''
  return typeof code === 'string' ? code : ''
}

/** Claims the order for one visit to the bank; null while another click has it. */
async function claimOrder(userId: string, orderId: string): Promise<string | null> {
  const lease = await startLease.claim(db(), draftOf(userId, orderId))
  if (lease !== null) return lease
  // An order whose draft is gone is a day old: nobody is clicking twice.
  return (await db().transferDraft.count({ where: { orderId, userId } })) === 0 ? randomUUID() : null
}

/** The bank's link that a click a moment ago made and nobody has come back from. */
async function findFreshLink(userId: string, orderId: string): Promise<string | null> {
  const attempt = await db().paymentAttempt.findFirst({
    where: {
      orderId,
      ownerId: userId,
      status: 'redirected',
      returnedAt: null,
      consentSealed: { not: null },
      redirectedAt: { gt: new Date(now().getTime() - sameClickMs) },
    },
    orderBy: { createdAt: 'desc' },
  })
  return attempt?.consentSealed ? openOfAttempt(attempt.id, 'consentSealed', attempt.consentSealed) : null
}

/** Takes back a transfer nobody agreed to yet. Refusals: `not_found`, `payment_under_way`, `payment_over`. */
export async function withdrawTransfer(userId: string, orderId: string): Promise<void> {
  if (!isUuid(orderId)) throw new Refused('not_found')
  await withdrawOrder(userId, orderId)
}
