import { randomUUID } from 'node:crypto'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { eraseAuditOf } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { inParallel } from '#lib/base/in-parallel.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import {
  DeletedCounts,
  ErasedBank,
  type ErasurePreview,
  type ErasureView,
  keptAfter,
  outcomeNow,
} from '#lib/domain/people/erasure.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { log } from '#lib/log.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'
import { openTokens } from '#lib/services/connections/link-flow.ts'
import { queueRevocation, revokeNow } from '#lib/services/grants/revocations.ts'
import { revokeHeldKeys } from '#lib/services/merchant/held-keys.ts'
import { notifyOwners } from '#lib/services/merchant/mails.ts'
import {
  closeWithoutOwner,
  dropPendingBeneficiary,
  listSolelyOwned,
  lockOrganisationsOf,
} from '#lib/services/merchant/members.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { hasPaid, hasProofsOfPayment, keepProofsOfPayment } from './proofs-of-payment.ts'

/** Everything is deleted but an anonymous record. */

type Signed = { readonly authenticatedAt: Date }

export async function previewErasure({ userId }: Person): Promise<ErasurePreview> {
  const [deleted, connections, paid, inOrganisation, closes] = await Promise.all([
    countAll(db(), userId),
    db().connection.findMany({
      where: { userId, refreshSealed: { not: null } },
      orderBy: { createdAt: 'asc' },
      select: { bank: { select: { name: true } } },
    }),
    hasPaid(userId),
    isInOrganisation(db(), userId),
    listSolelyOwned(userId),
  ])
  const banks = connections.map(({ bank }) => bank.name)
  return { deleted, banks, closes, kept: keptAfter({ banks: [], paid, inOrganisation }) }
}

const banksAtOnce = 4

/**
 * Empties and revokes every grant, retried anonymously, then deletes or anonymises everything in one transaction.
 * Returns the record's id. Refusals: `reauthentication_required` (C24), `not_found`.
 */
export async function eraseEverything({ userId }: Person, signed: Signed, presence: Presence): Promise<string> {
  requireFreshPassword(signed)
  return erase(userId, presence)
}

/** By address or id, or null. Used by `npm run erase`. */
export async function findPerson(addressOrId: string): Promise<string | null> {
  const select = { id: true }
  const found = isUuid(addressOrId)
    ? await db().user.findUnique({ where: { id: addressOrId }, select })
    : await db().user.findUnique({ where: { email: String(addressOrId).trim().toLowerCase() }, select })
  return found?.id ?? null
}

/** For an operator; the banks are told that nobody is present. Refusals: `not_found`. */
export function eraseForOperator(userId: string): Promise<string> {
  return erase(userId, null)
}

async function erase(userId: string, presence: Presence | null): Promise<string> {
  const deleted = await countAll(db(), userId)
  const banks = [...(await leaveBanks(userId, presence)), ...(await leaveFlows(userId, presence))]
  const recordId = await db().$transaction(tx => forgetPerson(tx, userId, { banks, deleted }), { timeout: forgetMs })
  // Who restores a backup finds here whom to erase again.
  log().info({ userId, recordId }, 'person erased')
  return recordId
}

/** A slow disk needs longer than seconds. */
const forgetMs = 120_000

async function leaveBanks(userId: string, presence: Presence | null): Promise<ErasedBank[]> {
  const connections = await db().connection.findMany({
    where: { userId },
    orderBy: { createdAt: 'asc' },
    select: { id: true, bankCode: true, bank: { select: { name: true } } },
  })
  const banks = new Map<string, ErasedBank>()
  await inParallel(connections, banksAtOnce, async ({ id, bankCode, bank }) => {
    const { revocationId } = await disconnect({ userId }, id, presence)
    const due = revocationId ?? (await findUnanswered(userId, id))
    banks.set(id, await describeBank({ bankCode, bankName: bank.name }, due))
  })
  return connections.flatMap(({ id }) => banks.get(id) ?? [])
}

async function findUnanswered(userId: string, connectionId: string): Promise<string | null> {
  const where = { userId, connectionId, doneAt: null }
  return (await db().revocation.findFirst({ where, select: { id: true } }))?.id ?? null
}

async function describeBank(
  bank: Pick<ErasedBank, 'bankCode' | 'bankName'>,
  revocationId: string | null,
): Promise<ErasedBank> {
  if (revocationId === null) return { ...bank, outcome: 'nothing', revokedAt: null, revocationId }
  const { doneAt } = await db().revocation.findUniqueOrThrow({ where: { id: revocationId }, select: { doneAt: true } })
  return outcomeNow({ ...bank, outcome: 'pending', revokedAt: null, revocationId }, doneAt)
}

/** Unclaimed tokens are revoked. */
async function leaveFlows(userId: string, presence: Presence | null): Promise<ErasedBank[]> {
  const flows = await db().linkFlow.findMany({
    where: { userId, sealedTokens: { not: null }, status: { in: ['exchanging', 'quarantined'] } },
    include: { bank: { select: { name: true } } },
  })
  const left: ErasedBank[] = []
  for (const { bank, ...flow } of flows) {
    const tokens = await openTokens(flow)
    if (tokens === null) continue
    const about = { userId, connectionId: null, bankCode: flow.bankCode }
    const revocationId = await queueRevocation(db(), about, tokens.refreshToken.reveal())
    await revokeNow(revocationId, presence)
    left.push(await describeBank({ bankCode: flow.bankCode, bankName: bank.name }, revocationId))
  }
  return left
}

type Erased = { readonly banks: readonly ErasedBank[]; readonly deleted: DeletedCounts }

async function forgetPerson(tx: Tx, userId: string, { banks, deleted }: Erased): Promise<string> {
  // Organisations before the person, as everywhere.
  await lockOrganisationsOf(tx, userId)
  const locked = await tx.$queryRaw<{ email: string }[]>`
    SELECT "email" FROM "User" WHERE "id" = ${userId}::uuid FOR UPDATE`
  const [person] = locked
  if (!person) throw new Refused('not_found')
  const id = randomUUID()
  const emailHash = hashAddress(person.email)
  await tx.erasureRecord.create({
    data: { id, erasedAt: now(), emailHash, banks: banks.map(bank => ({ ...bank })), deleted: { ...deleted } },
  })
  // A trigger refuses this otherwise.
  await tx.$executeRaw`SELECT set_config('guichet.erase', 'on', true)`
  await tx.revocation.deleteMany({ where: { userId, doneAt: { not: null } } })
  await tx.revocation.updateMany({ where: { userId }, data: { userId: null, connectionId: null, erasureId: id } })
  await handOverQuota(tx, userId)
  await tx.rateLimit.deleteMany({ where: { OR: [{ key: { contains: userId } }, { key: { contains: emailHash } }] } })
  await eraseAuditOf(userId, tx)
  await leaveOrganisations(tx, userId)
  // Known to the inviter, not kept here.
  await tx.householdInvitation.deleteMany({ where: { email: person.email } })
  await tx.mail.deleteMany({ where: { to: person.email } })
  // What a bank accepted is executed regardless.
  await keepProofsOfPayment(tx, userId, id)
  await tx.paymentOrder.deleteMany({ where: { ownerId: userId, ownerKind: 'person' } })
  await tx.payeeVerification.deleteMany({ where: { ownerId: userId, ownerKind: 'person' } })
  await tx.transaction.deleteMany({ where: { userId } })
  await tx.balance.deleteMany({ where: { userId } })
  // The rest goes with the row.
  await tx.user.delete({ where: { id: userId } })
  return id
}

/** Only references are removed; API keys revoked; an organisation without owner is closed. */
async function leaveOrganisations(tx: Tx, userId: string): Promise<void> {
  const joined = await tx.membership.findMany({ where: { userId }, orderBy: { organisationId: 'asc' } })
  for (const { organisationId, role } of joined) {
    await revokeHeldKeys(tx, { organisationId, holderId: userId, userId: null })
    await tx.membership.delete({ where: { organisationId_userId: { organisationId, userId } } })
    if (role === 'owner') await closeWithoutOwner(tx, organisationId)
  }
  const owned = joined.filter(({ role }) => role === 'owner')
  await dropPendingBeneficiary(tx, userId)
  const account = { beneficiaryUserId: null, beneficiaryAccountId: null }
  await tx.organisation.updateMany({ where: { beneficiaryUserId: userId }, data: account })
  const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
  const event = { what: 'owner_left', name } as const
  for (const { organisationId } of owned) {
    await notifyOwners(tx, { organisationId, userId, event, path: '/organisation/members' })
  }
  await tx.paymentOrder.updateMany({
    where: { payerUserId: userId },
    data: { payerUserId: null, receiptEmail: null, receiptLanguage: null },
  })
  await tx.paymentCancellation.updateMany({ where: { askedByUserId: userId }, data: { askedByUserId: null } })
  await tx.certificateSet.updateMany({ where: { addedBy: userId }, data: { addedBy: null } })
}

/** Belongs to the login (bank:D31): to another user of it, or deleted. */
async function handOverQuota(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "QuotaUse" AS used SET "userId" = heir."userId", "connectionId" = heir."id"
    FROM "Connection" AS heir
    WHERE used."userId" = ${userId}::uuid AND heir."loginFingerprint" = used."psu" AND heir."userId" <> ${userId}::uuid`
  await tx.quotaUse.deleteMany({ where: { userId } })
}

async function countAll(tx: Tx, userId: string): Promise<DeletedCounts> {
  const where = { userId }
  const counts = {
    connections: await tx.connection.count({ where }),
    consents: await tx.consent.count({ where }),
    accounts: await tx.account.count({ where }),
    balances: await tx.balance.count({ where }),
    transactions: await tx.transaction.count({ where }),
    transfers: await tx.paymentOrder.count({ where: { ownerId: userId, ownerKind: 'person' } }),
    bankCalls: await tx.bankCall.count({ where }),
    sessions: await tx.session.count({ where }),
    notices: await tx.notice.count({ where }),
    auditEvents: await tx.auditEvent.count({ where }),
  }
  return DeletedCounts.parse(counts)
}

async function isInOrganisation(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.membership.count({ where: { userId } })) > 0
}

/** SHA-256 of the address in lower case. */
function hashAddress(email: string): string {
  return hashOf(email.trim().toLowerCase())
}

/** With the banks' answers so far. Refusals: `not_found`. */
export async function readErasure(recordId: string): Promise<ErasureView> {
  const record = requireFound(isUuid(recordId) && (await db().erasureRecord.findUnique({ where: { id: recordId } })))
  const revocations = await db().revocation.findMany({
    where: { erasureId: recordId },
    select: { id: true, doneAt: true },
  })
  const answered = new Map(revocations.map(({ id, doneAt }) => [id, doneAt]))
  const banks = ErasedBank.array()
    .parse(record.banks)
    .map(bank => outcomeNow(bank, answered.get(bank.revocationId ?? '') ?? null))
  return {
    id: record.id,
    erasedAt: record.erasedAt.toISOString(),
    emailHash: record.emailHash,
    banks,
    deleted: DeletedCounts.parse(record.deleted),
    kept: keptAfter({ banks, paid: await hasProofsOfPayment(recordId), inOrganisation: false }),
  }
}
