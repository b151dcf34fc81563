import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { isFinalOrder } from '#lib/domain/payments/order/status.ts'
import { type Beneficiary, normaliseBeneficiary } from '#lib/domain/payments/payee/beneficiary.ts'
import { checkPayeeName, type PayeeNameCheck } from '#lib/domain/payments/payee/name.ts'
import {
  planTransfer,
  type TransferFault,
  type TransferPlan,
  TransferTyped,
} from '#lib/domain/payments/transfer/form.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { leaseOf } from '#lib/lease.ts'
import { findVerification, verifyPayee } from '#lib/services/payees/verify.ts'
import { startAttempt } from '#lib/services/payments/attempts.ts'
import { createOrder, withdrawOrder } from '#lib/services/payments/orders.ts'
import { openOfAttempt } from '#lib/services/payments/secrets.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { requireVerifiedAddress } from '#lib/services/people/verification.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'
import type { TransferSource } from '#lib/views/transfer-page.ts'
import { readSource } from './accounts.ts'
import { findPayee, isNewPayee, namesOfIban, rememberPayee } from './payees.ts'

/** Document 2, second case. A draft makes one order, a click one attempt, however often repeated. */

const draftLifeMs = 24 * 3_600_000
const orderLifeMs = 24 * 3_600_000
/** Pauses while typing. */
const typeLimit = { limit: 1_000, windowSeconds: 3_600 }
const sendLimit = { limit: 20, windowSeconds: 3_600 }

/** Under the id that the form's address has had since before it was filled in. Returns it. Refusals: `not_found`, `too_many_tries`. */
export async function storeDraft({ userId }: Person, draftId: string | null, typed: TransferTyped): Promise<string> {
  const id = draftId ?? randomUUID()
  if (!isUuid(id)) throw new Refused('not_found')
  await takeTry(`transfer-draft:${userId}`, typeLimit)
  const at = now()
  const expiresAt = new Date(at.getTime() + draftLifeMs)
  const where = { id, userId, orderId: null, expiresAt: { gt: at } }
  const change = () => db().transferDraft.updateMany({ where, data: { typed, expiresAt } })
  if ((await change()).count > 0) return id
  await db().transferDraft.deleteMany({ where: { userId, expiresAt: { lte: at } } })
  const data = { id, userId, typed, createdAt: at, expiresAt }
  const { count } = await db().transferDraft.createMany({ data, skipDuplicates: true })
  // Stored meanwhile, as the same form is while one types.
  if (count === 0 && (await change()).count === 0) throw new Refused('not_found')
  return id
}

/** Returns how many. */
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
  /** A fresh password is required. */
  readonly isNewPayee: boolean
  /** By the person's own data. */
  readonly nameCheck: PayeeNameCheck | null
  /** Null: own account, or none. */
  readonly verification: PayeeVerificationView | null
  /** Once sent. */
  readonly orderId: string | null
}

/** Refusals: `not_found`, `bank_unknown`. */
export async function readDraft({ userId }: Person, draftId: string): Promise<Draft> {
  const where = { id: draftId, userId, expiresAt: { gt: now() } }
  const row = requireFound(isUuid(draftId) && (await db().transferDraft.findFirst({ where })))
  const typed = TransferTyped.parse(row.typed)
  const source = await readSource({ userId }, typed)
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
  const verification = plan === null || isOwn(typed) ? null : await findVerification(userId, plan.creditor)
  return { id: row.id, typed, source, plan, faults, isNewPayee: isNew, nameCheck, verification, orderId: row.orderId }
}

/** No payee to verify. */
const isOwn = ({ to }: TransferTyped): boolean => to.startsWith('own:')

/** No-op with faults. Refusals: `not_found`, `bank_unknown`. */
export async function verifyDraft({ userId }: Person, draftId: string, presence: Presence): Promise<Draft> {
  const draft = await readDraft({ userId }, draftId)
  if (draft.plan === null || isOwn(draft.typed)) return draft
  const { name, iban } = draft.plan.creditor
  const owner = { ownerId: userId, ownerKind: 'person' } as const
  return { ...draft, verification: await verifyPayee(owner, { iban, name }, { userId, presence }) }
}

async function readCreditor(userId: string, typed: TransferTyped): Promise<Beneficiary | null> {
  if (typed.to === 'new') return normaliseBeneficiary(typed)
  const [kind, id = ''] = typed.to.split(':')
  if (kind === 'payee') return findPayee(userId, id)
  if (kind !== 'own' || !isUuid(id)) return null
  const account = await db().account.findFirst({
    where: { id, userId, gone: false, kind: 'account', iban: { not: null } },
    select: { iban: true, bic: true, connection: { select: { user: { select: { name: true } } } } },
  })
  if (!account?.iban) return null
  return normaliseBeneficiary({ name: account.connection.user.name, iban: account.iban, bic: account.bic ?? '' })
}

type Signed = { readonly authenticatedAt: Date }
export type Sent = { readonly orderId: string; readonly redirectTo: string }

/**
 * One order per draft; returns where it is authorised. Refusals: `not_found`; `invalid_input`;
 * `reauthentication_required` (C24); `address_not_confirmed`; `too_many_tries`; those of `startAttempt`.
 */
export async function sendTransfer(
  { userId }: Person,
  draftId: string,
  signed: Signed,
  presence: Presence,
): Promise<Sent> {
  const draft = await readDraft({ userId }, draftId)
  const orderId = draft.orderId ?? (await orderDraft(userId, draft, signed))
  return startTransfer({ userId }, orderId, presence)
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
    const orderId = await createTransfer(tx, userId, draft, plan)
    await tx.transferDraft.updateMany({ where: { id: draft.id, userId }, data: { orderId } })
    if (draft.typed.to === 'new' && draft.typed.save) await rememberPayee(tx, userId, plan.creditor)
    return orderId
  })
}

async function createTransfer(
  tx: Tx,
  userId: string,
  { source: { account, bank, mode }, verification }: Draft,
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
      verification,
      executionDate,
      recurrence,
      instant: isInstant ? 'required' : 'never',
      debtorIban: account?.iban ?? null,
      debtorAccountId: account?.id ?? null,
      metadata: { bankCode: bank.code },
      expiresAt: new Date(now().getTime() + orderLifeMs),
    },
    tx,
  )
  return id
}

/** The same link again. */
const sameClickMs = 3_000
/** Two creations at a bank (bank:D43). */
const leaseSeconds = 60
const startLease = leaseOf({ table: 'TransferDraft', owner: 'leaseId', until: 'leaseUntil', seconds: leaseSeconds })
const draftOf = (userId: string, orderId: string) =>
  Prisma.sql`"orderId" = ${orderId}::uuid AND "userId" = ${userId}::uuid`
const pollMs = 100

/**
 * Also after one without money. Of two clicks the second gets the first's address. Refusals: `not_found`,
 * `payment_under_way`, `payment_over`, `busy`, those of `startAttempt`.
 */
export async function startTransfer({ userId }: Person, orderId: string, presence: Presence): Promise<Sent> {
  const order = isUuid(orderId)
    ? await db().paymentOrder.findFirst({ where: { id: orderId, ownerId: userId, kind: 'transfer' } })
    : null
  if (!order) throw new Refused('not_found')
  if (isFinalOrder(order.status)) throw new Refused('payment_over')
  const bankCode = bankCodeOf(order.metadata)
  // Who waits long still gets its address.
  const since = new Date(now().getTime() - sameClickMs)
  for (const began = Date.now(); Date.now() - began < leaseSeconds * 1_000; await wait(pollMs)) {
    const lease = await claimOrder(userId, orderId)
    try {
      // The other may have ended just before.
      const fresh = await findFreshLink(userId, orderId, since)
      if (fresh !== null) return { orderId, redirectTo: fresh }
      if (lease === null) continue
      const start = { bankCode, debtorIban: order.debtorIban, presence, payerUserId: userId }
      return { orderId, redirectTo: (await startAttempt(userId, orderId, start)).redirectTo }
    } finally {
      if (lease !== null) await startLease.release(db(), draftOf(userId, orderId), lease)
    }
  }
  throw new Refused('busy')
}

function bankCodeOf(metadata: unknown): string {
  const code = typeof metadata === 'object' && metadata !== null && 'bankCode' in metadata ? metadata.bankCode : ''
  return typeof code === 'string' ? code : ''
}

/** Null while another click has it. */
async function claimOrder(userId: string, orderId: string): Promise<string | null> {
  const lease = await startLease.claim(db(), draftOf(userId, orderId))
  if (lease !== null) return lease
  // Without a draft it is a day old.
  return (await db().transferDraft.count({ where: { orderId, userId } })) === 0 ? randomUUID() : null
}

/** Unused. */
async function findFreshLink(userId: string, orderId: string, since: Date): Promise<string | null> {
  const attempt = await db().paymentAttempt.findFirst({
    where: {
      orderId,
      ownerId: userId,
      status: 'redirected',
      returnedAt: null,
      consentSealed: { not: null },
      redirectedAt: { gt: since },
    },
    orderBy: { createdAt: 'desc' },
  })
  return attempt?.consentSealed ? openOfAttempt(attempt.id, 'consentSealed', attempt.consentSealed) : null
}

/** Refusals: `not_found`, `payment_under_way`, `payment_over`. */
export async function withdrawTransfer({ userId }: Person, orderId: string): Promise<void> {
  if (!isUuid(orderId)) throw new Refused('not_found')
  await withdrawOrder(userId, orderId)
}
