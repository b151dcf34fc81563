import { formatAmount } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { Person } from '#lib/domain/who.ts'

/** Streamed JSON of all we store on a person; no token, hash or sealed value (C1). */

const batchRows = 500
export const archiveFormat = 'guichet-archive'

type AnyRow = Readonly<Record<string, unknown>>
/** After `last`, or the first. */
type ReadBatch = (last: AnyRow | null) => Promise<readonly AnyRow[]>
type Section = {
  readonly name: string
  readonly read: ReadBatch
  readonly show?: (row: AnyRow) => AnyRow
  readonly batch?: number
}

/** In parts of five hundred rows at most. */
export async function* exportEverything({ userId }: Person): AsyncGenerator<string, void, void> {
  const person = await db().user.findUnique({ where: { id: userId }, omit: { passwordHash: true } })
  yield `{"format":"${archiveFormat}","formatVersion":1,"exportedAt":"${now().toISOString()}",\n"person":${toText(person)}`
  for (const { name, read, show = asItIs, batch = batchRows } of sectionsOf(userId)) {
    yield `,\n"${name}":[`
    for (let last: AnyRow | null = null, first = true; ; first = false) {
      const rows: readonly AnyRow[] = await read(last)
      if (rows.length > 0) yield `${first ? '' : ','}\n${rows.map(row => toText(show(row))).join(',\n')}`
      if (rows.length < batch) break
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

function inBase64({ content, ...row }: AnyRow): AnyRow {
  return { ...row, content: content instanceof Uint8Array ? Buffer.from(content).toString('base64') : null }
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

const atMost = batchRows - 1

/** Of one person's rows, by their ids. */
function byIdOf(userId: string) {
  const after = (last: AnyRow | null) => ({
    where: { userId, id: { gt: typeof last?.id === 'string' ? last.id : nil } },
    take: batchRows,
    orderBy: { id: 'asc' } as const,
  })
  return (
    name: string,
    read: (page: ReturnType<typeof after>) => Promise<readonly AnyRow[]>,
    show = asItIs,
  ): Section => ({ name, read: last => read(after(last)), show })
}

const sectionsOf = (userId: string) => [...ofSignIn(userId), ...ofBanks(userId), ...ofOthers(userId)]

function ofSignIn(userId: string): Section[] {
  const byId = byIdOf(userId)
  const where = { userId }
  return [
    byId('sessions', page => db().session.findMany({ ...page, omit: { tokenHash: true } })),
    few('alertChoices', () => db().alertChoice.findMany({ where, take: atMost, orderBy: { kind: 'asc' } })),
    byId('alerts', page => db().alert.findMany(page)),
    byId('browsersWithAlerts', page =>
      db().pushTarget.findMany({ ...page, omit: { endpointHash: true, targetSealed: true } }),
    ),
    byId('knownBrowsers', page => db().knownDevice.findMany({ ...page, omit: { tokenHash: true } })),
    byId('passkeys', page => db().passkey.findMany({ ...page, omit: { publicKey: true } })),
    byId('passkeyChallenges', page => db().passkeyChallenge.findMany({ ...page, omit: { challenge: true } })),
    // One at most.
    few('secondFactor', () => db().totp.findMany({ where, omit: { secretSealed: true, codesSealed: true } })),
    byId('recoveryCodes', page => db().recoveryCode.findMany({ ...page, omit: { codeHash: true } })),
    byId('mailedLinks', page => db().mailedLink.findMany({ ...page, omit: { tokenHash: true, browserHash: true } })),
  ]
}

function ofBanks(userId: string): Section[] {
  const byId = byIdOf(userId)
  const where = { userId }
  const connectionRows = {
    omit: { ...sealed, ...leases, ...syncLeases },
    include: { bank: { select: { name: true, bic: true } } },
  } as const
  return [
    byId('connections', page => db().connection.findMany({ ...page, ...connectionRows })),
    byId('consents', page => db().consent.findMany(page)),
    byId('linkFlows', page => db().linkFlow.findMany({ ...page, omit: flowSecrets })),
    byId('accounts', page => db().account.findMany(page)),
    byId('balances', page => db().balance.findMany(page), withAmount),
    { name: 'transactions', read: last => readTransactions(userId, last), show: withAmount },
    byId('categories', page => db().category.findMany(page)),
    byId('categoryRules', page => db().categoryRule.findMany(page)),
    // One per category.
    few('budgets', () => db().budget.findMany({ where, take: atMost, orderBy: { category: 'asc' } }), withAmount),
    // At most 400.
    few('counterpartyNames', () =>
      db().counterpartyName.findMany({ where, take: atMost, orderBy: { counterparty: 'asc' } }),
    ),
    few('recurringChoices', () =>
      db().recurringChoice.findMany({ where, take: atMost, orderBy: { counterparty: 'asc' } }),
    ),
    byId('holdings', page => db().holding.findMany(page)),
    byId('holdingValues', page => db().holdingValue.findMany(page), withAmount),
    byId('payees', page => db().payee.findMany(page)),
    { name: 'payeeVerifications', read: last => readVerifications(userId, last) },
    byId('transferDrafts', page => db().transferDraft.findMany({ ...page, omit: { leaseId: true, leaseUntil: true } })),
    { name: 'transfers', read: last => readTransfers(userId, last), show: withAmount },
    byId('imports', page => db().transactionImport.findMany(page)),
    // A file each.
    { ...byId('attachments', page => db().attachment.findMany({ ...page, take: 1 }), inBase64), batch: 1 },
    byId('importedDoubles', page => db().importClaim.findMany(page)),
    // One per connection.
    few('identities', () => db().psuIdentity.findMany({ where, take: atMost, orderBy: { connectionId: 'asc' } })),
    byId('accessLog', page => db().bankCall.findMany(page)),
    { name: 'automaticReads', read: last => readQuota(userId, last) },
  ]
}

function ofOthers(userId: string): Section[] {
  const byId = byIdOf(userId)
  const where = { userId }
  const mailRows = { omit: { key: true, wordsSealed: true, leaseId: true, leaseUntil: true } } as const
  const organisation = { select: { name: true } } as const
  const appRows = {
    omit: {
      setupHash: true,
      setupSealed: true,
      secretHash: true,
      accessHash: true,
      refreshHash: true,
      previousHash: true,
      request: true,
    },
    include: { accounts: true, webhook: { select: { url: true, createdAt: true } } },
  } as const
  return [
    byId('notices', page => db().notice.findMany(page)),
    byId('mails', page => db().mail.findMany({ ...page, ...mailRows })),
    few('memberships', () =>
      db().membership.findMany({ where, take: atMost, orderBy: { organisationId: 'asc' }, include: { organisation } }),
    ),
    // One at most.
    few('household', () => db().householdMember.findMany({ where, omit: { userId: true } })),
    byId('householdInvitations', page => db().householdInvitation.findMany({ ...page, omit: { tokenHash: true } })),
    byId('sharesGiven', page => db().accountShare.findMany(page)),
    byId('apps', page => db().app.findMany({ ...page, ...appRows })),
    byId('appReadings', page => db().appReading.findMany(page)),
    { name: 'audit', read: last => readAudit(userId, last) },
  ]
}

/** Fewer rows than a batch. */
const few = (name: string, read: () => Promise<readonly AnyRow[]>, show = asItIs): Section => ({ name, read, show })

function asItIs(row: AnyRow): AnyRow {
  return row
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
