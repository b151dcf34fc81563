import { maskIban } from '@guichet/values/money/iban-text.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type BeneficiaryColumns, beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { settleBeneficiary } from '#lib/services/merchant/beneficiary.ts'
import { inOrganisation, memberOf } from '#lib/services/merchant/members.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import type { AccountState, ReconciliationAccountView } from '#lib/views/reconciliation.ts'

/** A member lends a linked account, and can withdraw it. The consent stays theirs; only booked credits are copied. */

const accountColumns = {
  connection: { select: { id: true, status: true, expiresAt: true, bank: { select: { name: true, platform: true } } } },
} as const

export async function readReconciliationAccount({
  userId,
  organisationId,
}: Actor<'reconciliation.read'>): Promise<ReconciliationAccountView> {
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const { reconciledAt } = organisation
  const { inEffect, lent: loan } = beneficiaryAt(organisation, now())
  const [lent, candidates, member] = await Promise.all([
    findLentAccount(organisation),
    inEffect === null ? [] : findCandidates(userId, inEffect.iban),
    loan === null ? null : db().user.findUnique({ where: { id: loan.userId } }),
  ])
  const isYours = loan?.userId === userId
  return {
    state: loan === null ? 'none' : stateOf(lent),
    iban: inEffect && maskIban(inEffect.iban),
    bankName: lent?.connection.bank.name ?? null,
    memberName: member?.name ?? null,
    isYours,
    connectionId: isYours ? (lent?.connection.id ?? null) : null,
    lastReadAt: lent?.lastSyncedAt?.toISOString() ?? null,
    reconciledAt: reconciledAt?.toISOString() ?? null,
    expiresAt: lent?.connection.expiresAt?.toISOString() ?? null,
    candidates: candidates.map(({ id: accountId, mayTransactions, connection }) => ({
      accountId,
      mayTransactions,
      bankName: connection.bank.name,
    })),
  }
}

export type LentAccount = NonNullable<Awaited<ReturnType<typeof findLentAccount>>>

/** Null: none, or gone. */
export function findLentAccount(organisation: BeneficiaryColumns) {
  const { lent } = beneficiaryAt(organisation, now())
  if (lent === null) return Promise.resolve(null)
  return db().account.findFirst({ where: { id: lent.accountId, userId: lent.userId }, include: accountColumns })
}

function stateOf(account: LentAccount | null): AccountState {
  if (account === null || account.gone || account.connection.status === 'disconnected') return 'gone'
  if (isConnectionOver(account.connection)) return 'expired'
  return account.mayTransactions ? 'connected' : 'not_consented'
}

function isConnectionOver({ status, expiresAt }: LentAccount['connection']): boolean {
  return status !== 'active' || (expiresAt !== null && expiresAt <= now())
}

function findCandidates(userId: string, iban: string) {
  return db().account.findMany({
    where: { userId, iban, kind: 'account', gone: false, connection: { status: 'active' } },
    include: accountColumns,
    orderBy: { createdAt: 'asc' },
  })
}

/**
 * One's own, with the beneficiary's IBAN. Refusals: `not_found`, `not_allowed`, `invalid_input` (`accountId.iban`),
 * `consent_expired`, `consent_not_given`.
 */
export async function linkReconciliationAccount(
  { userId, organisationId }: Actor<'account.lend'>,
  accountId: string,
): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'reconciliation.write', tx)
    const account = isUuid(accountId)
      ? await tx.account.findFirst({ where: { id: accountId, userId }, include: accountColumns })
      : null
    if (!account || account.gone) throw new Refused('not_found')
    const { inEffect } = await settleBeneficiary(tx, organisationId)
    if (inEffect === null || account.iban !== inEffect.iban || account.kind !== 'account') {
      throw new Refused('invalid_input', { field: 'accountId.iban' })
    }
    if (isConnectionOver(account.connection)) throw new Refused('consent_expired')
    if (!account.mayTransactions) throw new Refused('consent_not_given')
    const data = { beneficiaryAccountId: accountId, beneficiaryUserId: userId, reconciledAt: null }
    await tx.organisation.update({ where: { id: organisationId }, data })
    const detail = { endsWith: inEffect.iban.slice(-4) }
    await auditOrganisation(tx, { userId, organisationId, action: 'reconciliation.account_linked', detail })
  })
}

/** Unmatched copies are deleted, the rest is accounting. Refusals: `not_found`, `not_allowed`; its owner always may. */
export async function unlinkReconciliationAccount({
  userId,
  organisationId,
}: Actor<'account.take_back'>): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'payments.read', tx)
    const { lent } = await settleBeneficiary(tx, organisationId)
    if (lent === null) throw new Refused('not_found')
    if (lent.userId !== userId) await memberOf(userId, organisationId, 'reconciliation.write', tx)
    const data = { beneficiaryAccountId: null, beneficiaryUserId: null }
    await tx.organisation.update({ where: { id: organisationId }, data })
    const deleted = await forgetUnmatched(tx, organisationId)
    const detail = { deleted }
    await auditOrganisation(tx, { userId, organisationId, action: 'reconciliation.account_unlinked', detail })
  })
}

/** Except undone matches, which must not match again. */
async function forgetUnmatched(tx: Tx, organisationId: string): Promise<number> {
  const where = { organisationId, matches: { none: {} } }
  return (await tx.incomingCredit.deleteMany({ where })).count
}
