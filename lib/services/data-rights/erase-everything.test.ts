import { createHash, randomUUID } from 'node:crypto'
import { nothing } from '@guichet/stet/terms/consent-choice.ts'
import { describe, expect, test } from 'vitest'
import { db } from '#lib/db.ts'
import { readAccount } from '#lib/services/accounts/read.ts'
import { disconnect } from '#lib/services/connections/disconnect.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import { compareConsent, readMatrix } from '#lib/services/consent/choice.ts'
import { ledgerCsv, readLedger } from '#lib/services/consent/ledger.ts'
import { revokeDue } from '#lib/services/grants/revocations.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { people } from '#testing/bank/customers.ts'
import { noticesOf } from '#testing/people/notices.ts'
import { openStack } from '#testing/stack/open.ts'
import { consent, type Fault, link, newRead, newVisitor, presence } from '#testing/stack/start.ts'
import { eraseEverything, previewErasure, readErasure } from './erase-everything.ts'
import { exportEverything } from './export-everything.ts'

const { wire } = openStack()

describe('the ledger', () => {
  test('has every version with the bank’s answer, newest first, and marks the one in force', async () => {
    const { visitor, userId, connectionId } = await newRead(people.lea)
    await wire.tap(({ target }) =>
      target.endsWith('/consents') ? { status: 403, body: { status: 403, message: 'NGAC' } } : 'none',
    )
    const empty = { accounts: [], psuIdentity: false }
    await expect(consent(visitor, connectionId, empty)).rejects.toMatchObject({ code: 'bank_refused' })
    wire.restore()
    await consent(visitor, connectionId, empty)
    const { entries } = await readLedger({ userId }, connectionId)
    const rows = entries.map(one => [one.version, one.status, one.bankStatus, one.bankCode, one.inForce])
    expect(rows).toEqual([
      [3, 'accepted', 201, null, true],
      [2, 'refused', 403, 'NGAC', false],
      [1, 'superseded', 201, null, false],
    ])
    for (const { requestId, sentAt, answeredAt, interfaceVersion, hash } of entries) {
      expect([requestId, sentAt, answeredAt].every(Boolean)).toBe(true)
      expect([interfaceVersion, hash.length]).toEqual(['1.6.2', 64])
    }
    expect(entries[2]?.accounts[0]).toMatchObject({
      name: expect.stringMatching(/./),
      kinds: expect.arrayContaining(['owners']),
    })
    const calls = await db().bankCall.findMany({ where: { connectionId, operation: 'consents.put' } })
    expect(entries.every(({ requestId }) => calls.some(call => call.requestId === requestId))).toBe(true)
  })

  test('as CSV has a line per account, one for an empty consent, and no formula', async () => {
    const { visitor, userId, connectionId } = await newRead(people.camille)
    await db().account.updateMany({ where: { userId }, data: { name: '=HYPERLINK("x")' } })
    await consent(visitor, connectionId, { accounts: [], psuIdentity: false })
    const ledger = await readLedger({ userId }, connectionId)
    const lines = ledgerCsv(ledger).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 1 + (ledger.entries[1]?.accounts.length ?? 0))
    expect(lines[0]).toMatch(/^version,interface_version,status,/)
    expect(lines[1]).toMatch(/^2,1\.6\.2,accepted,yes,.*,no,,,no,no,no,no$/)
    expect(lines.slice(2).join()).not.toMatch(/,"?=/)
  })

  test('is kept after disconnecting, and private to its person', async () => {
    const { userId, connectionId } = await newRead(people.lea)
    await disconnect({ userId }, connectionId, presence)
    const { entries } = await readLedger({ userId }, connectionId)
    expect(entries.map(({ version, inForce }) => [version, inForce])).toEqual([
      [2, false],
      [1, false],
    ])
    expect(entries[0]).toMatchObject({ accounts: [], psuIdentity: false, bankStatus: 201 })
    await expect(readLedger({ userId: randomUUID() }, connectionId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is append-only in the database itself', async () => {
    const { connectionId } = await newRead(people.lea)
    const where = { connectionId, version: 1 }
    // Prisma reports the trigger's refusal like any constraint.
    const refused = /append-only|does not go from|constraint violated/
    for (const data of [
      { choice: { accounts: [], psuIdentity: false } },
      { choiceHash: 'x' },
      { version: 7 },
      { createdAt: new Date(0) },
      { userId: randomUUID() },
      { bankStatus: 500 },
      { bankCode: 'NGAC' },
      { requestId: 'other' },
      { answeredAt: new Date(0) },
      { sentAt: new Date(0) },
      { interfaceVersion: '1.4.2' },
      { status: 'pending' as const },
      { status: 'sent' as const },
      { status: 'refused' as const },
    ]) {
      await expect(db().consent.updateMany({ where, data })).rejects.toThrow(refused)
    }
    await expect(db().consent.deleteMany({ where })).rejects.toThrow(refused)
    await expect(db().connection.delete({ where: { id: connectionId } })).rejects.toThrow(refused)
    await expect(db().$executeRaw`TRUNCATE "Consent"`).rejects.toThrow(refused)
    expect(await db().consent.count({ where })).toBe(1)
  })
})

describe('keeping the connection without reading anything', () => {
  test('is announced before it is sent, purges every table, and the bank still lists the accounts', async () => {
    const { visitor, userId, connectionId } = await newRead()
    const where = { userId }
    const before = await db().account.count({ where: { ...where, gone: false, kind: 'account' } })
    const empty = { accounts: [], psuIdentity: false }
    expect(await compareConsent({ userId }, connectionId, empty)).toMatchObject({ empty: true, added: [] })
    await consent(visitor, connectionId, empty)
    expect(await refreshConnection({ userId }, connectionId, presence)).toMatchObject({ total: 0 })
    const may = [{ mayBalances: true }, { mayTransactions: true }, { mayOwners: true }, { mayOverdrafts: true }]
    const left = [
      await db().transaction.count({ where }),
      await db().balance.count({ where }),
      await db().psuIdentity.count({ where }),
      await db().account.count({ where: { ...where, OR: may } }),
    ]
    expect(left).toEqual([0, 0, 0, 0])
    const stored = await db().account.findMany({ where })
    expect(stored.every(({ owners, overdraft }) => owners === null && overdraft === null)).toBe(true)
    expect(await db().account.count({ where: { ...where, gone: false, kind: 'account' } })).toBe(before)
    const { accounts } = await readConnection({ userId }, connectionId)
    expect(accounts.filter(({ kind }) => kind === 'account')).toHaveLength(before)
  })
})

describe('accounts opened and closed', () => {
  test('a new one is notified and marked, and not read before it is ticked', async () => {
    const { visitor, userId, connectionId } = await newRead()
    const { rows } = await readMatrix({ userId }, connectionId)
    const [, second] = rows
    // As if it had just been opened: it is unknown here, and the consent in force does not name it.
    const old = rows.filter(row => row.iban !== second?.iban).map(({ iban, current }) => ({ iban, ...current }))
    await consent(visitor, connectionId, { accounts: old, psuIdentity: true })
    await db().account.deleteMany({ where: { userId, iban: second?.iban ?? '' } })
    await refreshConnection({ userId }, connectionId, presence)
    await refreshConnection({ userId }, connectionId, presence)
    const found = (await noticesOf(userId)).filter(({ kind }) => kind === 'new_accounts')
    expect(found).toMatchObject([{ connectionId, path: `/connections/${connectionId}/consent`, facts: { count: 1 } }])
    const after = await readMatrix({ userId }, connectionId)
    expect(after.rows.filter(({ isNew }) => isNew).map(({ iban }) => iban)).toEqual([second?.iban])
    expect(after.rows.find(({ isNew }) => isNew)?.current).toEqual(nothing)
    const account = await db().account.findFirstOrThrow({ where: { userId, iban: second?.iban ?? '' } })
    expect(await db().balance.count({ where: { accountId: account.id } })).toBe(0)
    expect(await db().transaction.count({ where: { accountId: account.id } })).toBe(0)
    await consent(visitor, connectionId, { accounts: old, psuIdentity: true })
    expect((await readMatrix({ userId }, connectionId)).rows.some(({ isNew }) => isNew)).toBe(false)
  })

  test('a closed one is shown as such, and comes back as it was', async () => {
    const { userId, connectionId } = await newRead()
    const [row] = (await readMatrix({ userId }, connectionId)).rows
    const isList = ({ target }: { target: string }) => /\/accounts(\?|$)/.test(target)
    const without = (text: string) => {
      const body: { accounts: { accountId?: { iban?: string } }[] } = JSON.parse(text)
      return JSON.stringify({ ...body, accounts: body.accounts.filter(one => one.accountId?.iban !== row?.iban) })
    }
    await wire.rewrite(isList, without)
    await refreshConnection({ userId }, connectionId, presence)
    wire.restore()
    expect((await readMatrix({ userId }, connectionId)).gone).toMatchObject([{ name: row?.name }])
    const gone = await db().account.findFirstOrThrow({ where: { userId, gone: true } })
    expect((await readAccount({ userId }, gone.id)).goneSince).not.toBeNull()
    await refreshConnection({ userId }, connectionId, presence)
    expect((await readMatrix({ userId }, connectionId)).gone).toEqual([])
    expect((await readAccount({ userId }, gone.id)).goneSince).toBeNull()
  })
})

describe('disconnecting', () => {
  test('does not wait for a bank that is down: our data is deleted at once, the revocation is retried', async () => {
    const { userId, connectionId } = await newRead(people.ines)
    await wire.tap(() => ({ status: 503 }))
    expect(await disconnect({ userId }, connectionId, presence)).toMatchObject({ revoked: false })
    expect(wire.sent.filter(({ target }) => target.endsWith('/consents')).length).toBeLessThanOrEqual(1)
    expect(await db().account.count({ where: { userId } })).toBe(0)
    const [entry] = (await readLedger({ userId }, connectionId)).entries
    expect(entry).toMatchObject({ status: 'superseded', answeredAt: null })
    expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'disconnected' })
    const where = { connectionId }
    expect(await db().revocation.findFirstOrThrow({ where })).toMatchObject({ doneAt: null, tries: 1 })
    wire.restore()
    await db().bankHealth.deleteMany()
    await db().revocation.updateMany({ where, data: { nextTryAt: new Date(0) } })
    await revokeDue()
    expect(await db().revocation.findFirstOrThrow({ where })).toMatchObject({ tokenSealed: null })
  })

  test('sends no consent if there never was one', async () => {
    const visitor = await newVisitor()
    const connectionId = await link(visitor, people.lea)
    await wire.tap()
    await disconnect(visitor, connectionId, presence)
    expect(wire.sent.map(({ target }) => target.replace(/.*\//, ''))).toEqual(['revoke'])
  })
})

describe('the archive', () => {
  async function archiveOf(userId: string) {
    const pieces: string[] = []
    for await (const piece of exportEverything({ userId })) pieces.push(piece)
    return { pieces, archive: JSON.parse(pieces.join('')) }
  }

  test('contains everything, and no secret', async () => {
    const { visitor, userId, connectionId } = await newRead()
    const tomorrow = new Date(Date.now() + 864e5)
    await db().session.create({
      data: { userId, tokenHash: 'canary-token-hash', idleExpiresAt: tomorrow, absoluteExpiresAt: tomorrow },
    })
    await db().user.update({ where: { id: userId }, data: { passwordHash: 'canary-password-hash' } })
    await db().budget.create({ data: { userId, category: 'groceries', amountMinor: 40_000n, currency: 'EUR' } })
    await db().recurringChoice.create({ data: { userId, counterparty: 'edf', direction: 'out', rhythm: 'month' } })
    await db().counterpartyName.create({ data: { userId, counterparty: 'chez ninkasi', name: 'Friday' } })
    const line = await db().transaction.findFirstOrThrow({ where: { userId, booked: true } })
    const { accountId, key } = line
    const file = { userId, accountId, key, contentType: 'application/pdf', size: 5 }
    for (const fileName of ['one.pdf', 'two.pdf']) {
      await db().attachment.create({ data: { ...file, fileName, content: Buffer.from('%PDF-') } })
    }
    const yours = { note: 'a note', tags: ['holiday'], leftOut: true }
    await db().transaction.updateMany({ where: { userId, accountId, key }, data: yours })
    const { pieces, archive } = await archiveOf(userId)
    const where = { userId }
    const lengths = Object.entries(archive).flatMap(([name, part]) =>
      Array.isArray(part) ? [[name, part.length]] : [],
    )
    expect(Object.fromEntries(lengths)).toMatchObject({
      sessions: 1,
      connections: 1,
      consents: 1,
      linkFlows: 1,
      accounts: await db().account.count({ where }),
      balances: await db().balance.count({ where }),
      transactions: await db().transaction.count({ where }),
      identities: 1,
      accessLog: await db().bankCall.count({ where }),
      notices: 0,
      audit: await db().auditEvent.count({ where }),
    })
    expect(archive.person).toMatchObject({ id: userId, email: expect.stringContaining('@') })
    expect(archive.transactions[0]).toMatchObject({ amount: expect.stringMatching(/^-?\d+\.\d\d$/), currency: 'EUR' })
    expect(archive.budgets).toMatchObject([{ category: 'groceries', amount: '400.00', currency: 'EUR' }])
    expect(archive.recurringChoices).toMatchObject([{ counterparty: 'edf', rhythm: 'month' }])
    expect(archive.attachments).toMatchObject(
      ['one.pdf', 'two.pdf'].map(fileName => ({ fileName, content: Buffer.from('%PDF-').toString('base64') })),
    )
    expect(
      archive.transactions.find((one: typeof line) => one.accountId === accountId && one.key === key),
    ).toMatchObject(yours)
    expect(archive.counterpartyNames).toMatchObject([{ counterparty: 'chez ninkasi', name: 'Friday' }])
    expect(archive.connections[0]).toMatchObject({ id: connectionId, status: 'active' })
    const text = pieces.join('')
    const row = await db().connection.findUniqueOrThrow({ where: { id: connectionId } })
    for (const secret of ['canary', row.accessSealed, row.refreshSealed]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/[sS]ealed|passwordHash|tokenHash|stateHash|claimHash|eyJ/)
    expect(visitor.userId).toBe(userId)
  })

  test('is streamed, however many transactions there are', async () => {
    const { userId } = await newRead(people.lea)
    const { accountId } = await db().transaction.findFirstOrThrow({ where: { userId } })
    await db().$executeRaw`
      INSERT INTO "Transaction" ("userId", "accountId", "key", "booked", "status", "amountMinor", "currency", "day", "label", "searchText")
      SELECT ${userId}::uuid, ${accountId}::uuid, 'x' || n, true, 'BOOK', n, 'EUR', '2026-01-01', 'line', 'line'
      FROM generate_series(1, 3001) AS n`
    const { pieces, archive } = await archiveOf(userId)
    expect(archive.transactions).toHaveLength(await db().transaction.count({ where: { userId } }))
    expect(new Set(archive.transactions.map(({ key }: { key: string }) => key)).size).toBe(archive.transactions.length)
    for (const piece of pieces) expect(piece.split('\n').length).toBeLessThanOrEqual(502)
  })

  test('leaves out no table with an owner column', async () => {
    const exported =
      'Session Connection Consent LinkFlow Account Balance Transaction Category CategoryRule Budget CounterpartyName Attachment RecurringChoice Holding HoldingValue TransactionImport ImportClaim PsuIdentity BankCall QuotaUse Notice Membership AuditEvent Payee TransferDraft HouseholdMember HouseholdInvitation AccountShare Mail KnownDevice MailedLink Passkey PasskeyChallenge Totp RecoveryCode Alert AlertChoice PushTarget App AppAccount AppReading'
    // A revocation and a handoff are short-lived parts of a grant, an app's line a digest of a transaction.
    const withoutData = 'Revocation LinkHandoff AppLine'
    const rows = await tablesWithUser()
    expect(rows.filter(name => !`${exported} ${withoutData}`.split(' ').includes(name))).toEqual([])
  })
})

async function tablesWithUser(): Promise<string[]> {
  const rows = await db().$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attname = 'userId'
    ORDER BY 1`
  return rows.map(({ name }) => name)
}

/** Every row of every table of the database that contains a text anywhere. */
async function tablesNaming(text: string): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`
  const found: string[] = []
  for (const { name } of tables) {
    const [{ count } = { count: 0n }] = await db().$queryRawUnsafe<{ count: bigint }[]>(
      `SELECT count(*) AS count FROM ${name} AS t WHERE t::text ILIKE '%' || $1 || '%'`,
      text,
    )
    if (count > 0n) found.push(name)
  }
  return found
}

describe('erasing everything', () => {
  const fresh = () => ({ authenticatedAt: new Date() })

  test('requires a fresh password (C24)', async () => {
    const { userId, connectionId } = await newRead(people.lea)
    const stale = { authenticatedAt: new Date(Date.now() - 5 * 60_000 - 1_000) }
    await wire.tap()
    await expect(eraseEverything({ userId }, stale, presence)).rejects.toMatchObject({
      code: 'reauthentication_required',
    })
    expect(wire.sent).toEqual([])
    expect(await readConnection({ userId }, connectionId)).toMatchObject({ state: 'active' })
  })

  test('tells the banks first, then leaves the person’s id and address in no table, and writes a record', async () => {
    const { userId, connectionId } = await newRead()
    const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } })
    const { id: accountId } = await db().account.findFirstOrThrow({ where: { userId } })
    expect(await tablesNaming(userId)).not.toEqual([])
    const preview = await previewErasure({ userId })
    expect(preview).toMatchObject({ banks: ['Bank 19870'], kept: ['record', 'audit_chain'] })
    let toldBefore = false
    await wire.tap(async (): Promise<Fault> => {
      toldBefore = (await db().user.count({ where: { id: userId } })) === 1
      return 'none'
    })
    const recordId = await eraseEverything({ userId }, fresh(), presence)
    expect(toldBefore).toBe(true)
    expect(wire.sent.map(({ target }) => target.replace(/.*\//, ''))).toEqual(['consents', 'revoke'])
    for (const trace of [userId, email, connectionId, accountId]) expect(await tablesNaming(trace)).toEqual([])
    const record = await readErasure(recordId)
    expect(record).toMatchObject({
      emailHash: createHash('sha256').update(email).digest('hex'),
      banks: [{ bankCode: '19870', bankName: 'Bank 19870', outcome: 'revoked' }],
      deleted: preview.deleted,
    })
    await expect(eraseEverything({ userId }, fresh(), presence)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a bank that is down is asked again without a name, and the record is updated', async () => {
    const { userId } = await newRead(people.ines)
    await wire.tap(() => ({ status: 503 }))
    const recordId = await eraseEverything({ userId }, fresh(), presence)
    wire.restore()
    expect(await readErasure(recordId)).toMatchObject({
      banks: [{ outcome: 'pending', revokedAt: null }],
      kept: ['record', 'audit_chain', 'revocations'],
    })
    expect(await tablesNaming(userId)).toEqual([])
    await db().bankHealth.deleteMany()
    await db().revocation.updateMany({ where: { erasureId: recordId }, data: { nextTryAt: new Date(0) } })
    await revokeDue()
    expect(await readErasure(recordId)).toMatchObject({
      banks: [{ outcome: 'revoked', revokedAt: expect.any(String) }],
      kept: ['record', 'audit_chain'],
    })
  })

  test('does not affect other people, also at the same bank', async () => {
    const [gone, stays] = [await newRead(people.lea), await newRead(people.camille)]
    const before = await db().transaction.count({ where: { userId: stays.userId } })
    await eraseEverything(gone, fresh(), presence)
    expect(await db().transaction.count({ where: { userId: stays.userId } })).toBe(before)
    expect(await readConnection(stays, stays.connectionId)).toMatchObject({ state: 'active' })
  })

  test('reaches every table with an owner column', async () => {
    const byHand = 'Transaction Balance Consent Account QuotaUse Revocation Membership AuditEvent'
    const cascading = await db().$queryRaw<{ name: string }[]>`
      SELECT conrelid::regclass::text AS name FROM pg_constraint
      WHERE contype = 'f' AND confdeltype = 'c' AND confrelid = '"User"'::regclass`
    const reached = [...byHand.split(' '), ...cascading.map(({ name }) => name.replaceAll('"', ''))]
    expect((await tablesWithUser()).filter(name => !reached.includes(name))).toEqual([])
  })

  test('a record is found only by its id', async () => {
    for (const id of [randomUUID(), 'x', '']) {
      await expect(readErasure(id)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
