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
import { Refused } from '#lib/domain/refusals/refused.ts'
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

/**
 * Sending one's own money (document 2, the second of the two cases). The form is stored as a draft, valid or not; a draft makes at most one
 * order, and a click one attempt at the bank, however often it is repeated.
 */

const draftLifeMs = 24 * 3_600_000
/** How long a person's order can be tried again at the bank. */
const orderLifeMs = 24 * 3_600_000
const typeLimit = { limit: 300, windowSeconds: 3_600 }
const sendLimit = { limit: 20, windowSeconds: 3_600 }

/** Stores the form under its id or a new one, and returns the id. Refusals: `not_found` for an unknown or sent draft, `too_many_tries`. */
export async function storeDraft(userId: string, draftId: string | null, typed: TransferTyped): Promise<string> {
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

/** Deletes drafts unchanged for a day. For a sweep; returns how many. */
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
  /** No transfer to the payee was ever authorised: a fresh password is required. */
  readonly isNewPayee: boolean
  /** For a typed payee: how the name compares with those known from the person's own data. */
  readonly nameCheck: PayeeNameCheck | null
  /** The latest verification of the payee; null for an own account, and if none was made. */
  readonly verification: PayeeVerificationView | null
  /** Set once the draft was sent; the page then shows that order. */
  readonly orderId: string | null
}

/** A draft checked against today and the account's features. Refusals: `not_found`, `bank_unknown`. */
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
  const verification = plan === null || isOwn(typed) ? null : await findVerification(userId, plan.creditor)
  return { id: row.id, typed, source, plan, faults, isNewPayee: isNew, nameCheck, verification, orderId: row.orderId }
}

/** A transfer between own accounts has no payee to verify. */
const isOwn = ({ to }: TransferTyped): boolean => to.startsWith('own:')

/** Has the payee of a draft verified, for its summary; no-op while the form has faults. Refusals: `not_found`, `bank_unknown`. */
export async function verifyDraft(userId: string, draftId: string, presence: Presence): Promise<Draft> {
  const draft = await readDraft(userId, draftId)
  if (draft.plan === null || isOwn(draft.typed)) return draft
  const { name, iban } = draft.plan.creditor
  const owner = { ownerId: userId, ownerKind: 'person' } as const
  return { ...draft, verification: await verifyPayee(owner, { iban, name }, { userId, presence }) }
}

/** The creditor in the form: a payee of the book, an own account, or as typed. */
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
 * Sends a draft: makes its order, unless an earlier click did, and returns where the person authorises it. Moves no money yet.
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

/** A click repeated within this time counts as the same one and gets the same link. */
const sameClickMs = 3_000
/** Longer than two creations at a bank take (bank:D43). */
const leaseSeconds = 60
const startLease = leaseOf({ table: 'TransferDraft', owner: 'leaseId', until: 'leaseUntil', seconds: leaseSeconds })
const draftOf = (userId: string, orderId: string) =>
  Prisma.sql`"orderId" = ${orderId}::uuid AND "userId" = ${userId}::uuid`
const pollMs = 100

/**
 * Starts an attempt of a person's order at its bank, also after one that moved no money. Of two parallel clicks the second waits
 * for the first and gets the same address. Refusals: `not_found`, `payment_under_way`, `payment_over`, `busy`, and those of
 * `startAttempt`.
 */
export async function startTransfer(userId: string, orderId: string, presence: Presence): Promise<Sent> {
  const order = isUuid(orderId)
    ? await db().paymentOrder.findFirst({ where: { id: orderId, ownerId: userId, kind: 'transfer' } })
    : null
  if (!order) throw new Refused('not_found')
  if (isFinalOrder(order.status)) throw new Refused('payment_over')
  const bankCode = bankCodeOf(order.metadata)
  // From the click on: whoever waits long for the other click still gets its address.
  const since = new Date(now().getTime() - sameClickMs)
  for (const began = Date.now(); Date.now() - began < leaseSeconds * 1_000; await wait(pollMs)) {
    const lease = await claimOrder(userId, orderId)
    try {
      // After the claim: the other click may have ended just before it.
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

/** The bank of a transfer, stored when it was made. */
function bankCodeOf(metadata: unknown): string {
  const code = typeof metadata === 'object' && metadata !== null && 'bankCode' in metadata ? metadata.bankCode : ''
  return typeof code === 'string' ? code : ''
}

/** Claims the order for one attempt; null while another click has it. */
async function claimOrder(userId: string, orderId: string): Promise<string | null> {
  const lease = await startLease.claim(db(), draftOf(userId, orderId))
  if (lease !== null) return lease
  // Without a draft the order is a day old: this is no repeated click.
  return (await db().transferDraft.count({ where: { orderId, userId } })) === 0 ? randomUUID() : null
}

/** The unused bank link that a click made since then. */
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

/** Withdraws a transfer that nobody has authorised yet. Refusals: `not_found`, `payment_under_way`, `payment_over`. */
export async function withdrawTransfer(userId: string, orderId: string): Promise<void> {
  if (!isUuid(orderId)) throw new Refused('not_found')
  await withdrawOrder(userId, orderId)
}
