import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'

/** Streamed JSON of all we store on a person; no token, hash or sealed value (C1). */

const batchRows = 500
export const archiveFormat = 'guichet-archive'

type AnyRow = Readonly<Record<string, unknown>>
/** After `last`, or the first. */
type ReadBatch = (last: AnyRow | null) => Promise<readonly AnyRow[]>
type Section = { readonly name: string; readonly read: ReadBatch; readonly show?: (row: AnyRow) => AnyRow }

/** In parts of five hundred rows at most. */
export async function* exportEverything(userId: string): AsyncGenerator<string, void, void> {
  const person = await db().user.findUnique({ where: { id: userId }, omit: { passwordHash: true } })
  yield `{"format":"${archiveFormat}","formatVersion":1,"exportedAt":"${now().toISOString()}",\n"person":${toText(person)}`
  for (const { name, read, show = (row: AnyRow): AnyRow => row } of sectionsOf(userId)) {
    yield `,\n"${name}":[`
    for (let last: AnyRow | null = null, first = true; ; first = false) {
      const rows: readonly AnyRow[] = await read(last)
      if (rows.length > 0) yield `${first ? '' : ','}\n${rows.map(row => toText(show(row))).join(',\n')}`
      if (rows.length < batchRows) break
      last = rows.at(-1) ?? null
    }
    yield ']'
  }
  yield '}\n'
}

/** ISO 8601; whole numbers as text. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
}

function withAmount({ amountMinor, ...row }: AnyRow): AnyRow {
  const { currency } = row
  if (typeof amountMinor !== 'bigint' || typeof currency !== 'string') return row
  return { ...row, amount: formatAmount({ amountMinor, currency }) }
}

const sealed = { accessSealed: true, refreshSealed: true, previousSealed: true } as const
const leases = { leaseId: true, leaseUntil: true, consentLeaseId: true, consentLeaseUntil: true } as const
const syncLeases = {
  syncLeaseId: true,
  syncLeaseUntil: true,
  unfinishedReadings: true,
  failedReadings: true,
} as const
const flowSecrets = { stateHash: true, verifierSealed: true, sealedTokens: true, claimHash: true } as const

function sectionsOf(userId: string): Section[] {
  const where = { userId }
  const take = batchRows
  const orderBy = { id: 'asc' } as const
  const after = (last: AnyRow | null) => ({ userId, id: { gt: typeof last?.id === 'string' ? last.id : nil } })
  return [
    {
      name: 'sessions',
      read: last => db().session.findMany({ where: after(last), take, orderBy, omit: { tokenHash: true } }),
    },
    {
      name: 'knownBrowsers',
      read: last => db().knownDevice.findMany({ where: after(last), take, orderBy, omit: { tokenHash: true } }),
    },
    {
      name: 'passkeys',
      read: last => db().passkey.findMany({ where: after(last), take, orderBy, omit: { publicKey: true } }),
    },
    {
      name: 'passkeyChallenges',
      read: last => db().passkeyChallenge.findMany({ where: after(last), take, orderBy, omit: { challenge: true } }),
    },
    {
      name: 'secondFactor',
      // One at most.
      read: () => db().totp.findMany({ where, omit: { secretSealed: true, codesSealed: true } }),
    },
    {
      name: 'recoveryCodes',
      read: last => db().recoveryCode.findMany({ where: after(last), take, orderBy, omit: { codeHash: true } }),
    },
    {
      name: 'mailedLinks',
      read: last =>
        db().mailedLink.findMany({ where: after(last), take, orderBy, omit: { tokenHash: true, browserHash: true } }),
    },
    {
      name: 'connections',
      read: last =>
        db().connection.findMany({
          where: after(last),
          take,
          orderBy,
          omit: { ...sealed, ...leases, ...syncLeases },
          include: { bank: { select: { name: true, bic: true } } },
        }),
    },
    { name: 'consents', read: last => db().consent.findMany({ where: after(last), take, orderBy }) },
    {
      name: 'linkFlows',
      read: last => db().linkFlow.findMany({ where: after(last), take, orderBy, omit: flowSecrets }),
    },
    { name: 'accounts', read: last => db().account.findMany({ where: after(last), take, orderBy }) },
    {
      name: 'balances',
      read: last => db().balance.findMany({ where: after(last), take, orderBy }),
      show: withAmount,
    },
    { name: 'transactions', read: last => readTransactions(userId, last), show: withAmount },
    { name: 'categories', read: last => db().category.findMany({ where: after(last), take, orderBy }) },
    { name: 'categoryRules', read: last => db().categoryRule.findMany({ where: after(last), take, orderBy }) },
    {
      name: 'budgets',
      // One per category.
      read: () => db().budget.findMany({ where, take: take - 1, orderBy: { category: 'asc' } }),
      show: withAmount,
    },
    {
      name: 'counterpartyNames',
      // At most 400.
      read: () => db().counterpartyName.findMany({ where, take: take - 1, orderBy: { counterparty: 'asc' } }),
    },
    { name: 'payees', read: last => db().payee.findMany({ where: after(last), take, orderBy }) },
    { name: 'payeeVerifications', read: last => readVerifications(userId, last) },
    {
      name: 'transferDrafts',
      read: last =>
        db().transferDraft.findMany({ where: after(last), take, orderBy, omit: { leaseId: true, leaseUntil: true } }),
    },
    { name: 'transfers', read: last => readTransfers(userId, last), show: withAmount },
    { name: 'imports', read: last => db().transactionImport.findMany({ where: after(last), take, orderBy }) },
    { name: 'importedDoubles', read: last => db().importClaim.findMany({ where: after(last), take, orderBy }) },
    {
      name: 'identities',
      // One per connection.
      read: () => db().psuIdentity.findMany({ where, take: take - 1, orderBy: { connectionId: 'asc' } }),
    },
    { name: 'accessLog', read: last => db().bankCall.findMany({ where: after(last), take, orderBy }) },
    { name: 'automaticReads', read: last => readQuota(userId, last) },
    { name: 'notices', read: last => db().notice.findMany({ where: after(last), take, orderBy }) },
    {
      name: 'mails',
      read: last =>
        db().mail.findMany({
          where: after(last),
          take,
          orderBy,
          omit: { key: true, wordsSealed: true, leaseId: true, leaseUntil: true },
        }),
    },
    {
      name: 'memberships',
      read: () =>
        db().membership.findMany({
          where,
          take: take - 1,
          orderBy: { organisationId: 'asc' as const },
          include: { organisation: { select: { name: true } } },
        }),
    },
    {
      name: 'household',
      // One at most.
      read: () => db().householdMember.findMany({ where, omit: { userId: true } }),
    },
    {
      name: 'householdInvitations',
      read: last => db().householdInvitation.findMany({ where: after(last), take, orderBy, omit: { tokenHash: true } }),
    },
    { name: 'sharesGiven', read: last => db().accountShare.findMany({ where: after(last), take, orderBy }) },
    { name: 'audit', read: last => readAudit(userId, last) },
  ]
}

const nil = '00000000-0000-0000-0000-000000000000'

function readVerifications(ownerId: string, last: AnyRow | null): Promise<AnyRow[]> {
  const [iban, name] = [String(last?.iban ?? ''), String(last?.name ?? '')]
  return db().payeeVerification.findMany({
    where: { ownerId, ownerKind: 'person', OR: [{ iban: { gt: iban } }, { iban, name: { gt: name } }] },
    orderBy: [{ iban: 'asc' }, { name: 'asc' }],
    take: batchRows,
    omit: { ownerId: true, ownerKind: true },
  })
}

/** Without the attempts' secrets. */
function readTransfers(ownerId: string, last: AnyRow | null): Promise<AnyRow[]> {
  const attempts = {
    select: {
      id: true,
      bankCode: true,
      status: true,
      reason: true,
      bankStatus: true,
      bankReason: true,
      debtorIban: true,
      createdAt: true,
      authorisedAt: true,
      confirmedAt: true,
      finishedAt: true,
      executionDate: true,
      instructions: {
        select: { endToEndId: true, amountMinor: true, currency: true, remittance: true, bankStatus: true },
      },
      cancellations: { select: { reason: true, status: true, createdAt: true, endedAt: true } },
    },
  } as const
  return db().paymentOrder.findMany({
    where: { ownerId, ownerKind: 'person', id: { gt: typeof last?.id === 'string' ? last.id : nil } },
    orderBy: { id: 'asc' },
    take: batchRows,
    omit: { publicId: true },
    include: { attempts, events: { orderBy: { seq: 'asc' } } },
  })
}

/** By account, so that each read follows the index. */
async function readTransactions(userId: string, last: AnyRow | null): Promise<AnyRow[]> {
  const [accountId, key] = [String(last?.accountId ?? nil), String(last?.key ?? '')]
  const [asc, omit] = ['asc', { searchText: true }] as const
  const orderBy = [{ accountId: asc }, { key: asc }]
  const same = { userId, accountId, key: { gt: key } }
  const rest = last === null ? [] : await db().transaction.findMany({ where: same, take: batchRows, orderBy, omit })
  if (rest.length === batchRows) return rest
  const others = { userId, accountId: { gt: accountId } }
  const more = await db().transaction.findMany({ where: others, take: batchRows - rest.length, orderBy, omit })
  return [...rest, ...more]
}

function readQuota(userId: string, last: AnyRow | null): Promise<AnyRow[]> {
  const known = last !== null
  const [psu, resource] = [String(last?.psu), String(last?.resource)]
  const day = last?.day instanceof Date ? last.day : new Date(0)
  const rest = [{ psu: { gt: psu } }, { psu, resource: { gt: resource } }, { psu, resource, day: { gt: day } }]
  return db().quotaUse.findMany({
    where: known ? { userId, OR: rest } : { userId },
    orderBy: [{ psu: 'asc' }, { resource: 'asc' }, { day: 'asc' }],
    take: batchRows,
  })
}

function readAudit(userId: string, last: AnyRow | null): Promise<AnyRow[]> {
  return db().auditEvent.findMany({
    where: {
      OR: [{ userId }, { stream: `user:${userId}` }],
      ...(typeof last?.id === 'bigint' ? { id: { gt: last.id } } : {}),
    },
    orderBy: { id: 'asc' },
    take: batchRows,
    select: { id: true, at: true, action: true, detail: true, ip: true, requestId: true, bankRequestId: true },
  })
}
