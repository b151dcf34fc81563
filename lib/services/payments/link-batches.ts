import { createHash, randomUUID } from 'node:crypto'
import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { readPage } from '#lib/base/cursor.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import type { ApiMode } from '#lib/domain/merchant/api-key.ts'
import {
  type BatchIssue,
  type BatchMapping,
  type BatchProblem,
  type BatchRow,
  batchLimits,
} from '#lib/domain/payments/link/batch.ts'
import { prefixOf } from '#lib/domain/payments/link/state.ts'
import { limitsOf, testLimit } from '#lib/domain/payments/order/live-limits.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { type BatchTable, guessBatchColumns, readBatch, readBatchTable } from '#lib/files/import/link-batch.ts'
import { isPacked } from '#lib/files/import/unpack.ts'
import { runApart, TookTooMuch } from '#lib/services/accounts/import-apart.ts'
import { requirePayable } from '#lib/services/merchant/activation.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import type { LinkBatchInput, LinkBatchPreview, LinkBatchSummary } from '#lib/views/link-batch.ts'
import { wherePaid } from './paid.ts'
import { newUnguessableId } from './secrets.ts'

/** Links made together from a table, after a preview. */

export type SentTable = { readonly name: string; readonly bytes: Uint8Array }
type Input = Omit<LinkBatchInput, 'mode'>

const readLimit = { limit: 120, windowSeconds: 60 * 60 }
const makeLimit = { limit: 20, windowSeconds: 60 * 60 }
const pageSize = 20
const shownRows = 50
const shownIssues = 100

type Read = {
  readonly problem: BatchProblem | null
  readonly columns: readonly string[]
  readonly mapping: BatchMapping
  readonly rows: readonly BatchRow[]
  readonly issues: readonly BatchIssue[]
}

/** What would be made, and what is wrong by line and field; makes nothing. Refusals: `requirePayable`'s; `too_many_tries`. */
export async function previewLinkBatch(
  actor: Actor<'link.change'>,
  file: SentTable,
  input: Input,
): Promise<LinkBatchPreview> {
  const { organisationId, mode } = actor
  await takeTry(`link-tables:${organisationId}`, readLimit)
  const { problem, columns, mapping, rows, issues } = await readTable(actor, file, input)
  const money = (amountMinor: bigint) => ({ amount: formatAmount({ amountMinor, currency: 'EUR' }), currency: 'EUR' })
  const known = await findKnown(db(), organisationId, mode, hashOfFile(file))
  return {
    problem,
    columns: [...columns],
    mapping: { ...mapping },
    rows: rows
      .slice(0, shownRows)
      .map(({ amountMinor, description: _, ...row }) => ({ ...row, amount: money(amountMinor) })),
    count: rows.length,
    sum: money(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)),
    mailed: rows.filter(({ email }) => email !== null).length,
    issues: issues.slice(0, shownIssues),
    issueCount: issues.length,
    known: known && { id: known.id, createdAt: known.createdAt.toISOString() },
  }
}

async function readTable({ organisationId, userId, mode }: Actor, file: SentTable, input: Input): Promise<Read> {
  const organisation = await requirePayable(db(), organisationId, mode)
  if (beneficiaryAt(organisation, now()).inEffect === null) throw new Refused('invalid_input', { field: 'beneficiary' })
  const nothing = { columns: [], mapping: {}, rows: [], issues: [] }
  const table = await openTable(userId, file)
  if ('problem' in table) return { ...nothing, problem: table.problem }
  const { columns } = table
  const mapping = input.mapping ?? guessBatchColumns(columns)
  const title = cleanText(input.title, 140)
  const reading = readBatch(table, { mapping, title, today: parisDay(now()) })
  if ('problem' in reading) return { ...nothing, columns, mapping, problem: reading.problem }
  const { rows } = reading
  const most = mode === 'live' ? limitsOf(organisation).payment : testLimit
  const over = rows.filter(({ amountMinor }) => amountMinor > most)
  const issues = over.map(({ line }): BatchIssue => ({ line, field: 'amount', fault: 'over_limit' }))
  return { problem: null, columns, mapping, rows, issues: [...reading.issues, ...issues] }
}

/** A workbook's first sheet that has cells is read apart, like any file that has to be unpacked. */
async function openTable(
  userId: string,
  { bytes }: SentTable,
): Promise<BatchTable | { readonly problem: BatchProblem }> {
  if (!isPacked(bytes)) return readBatchTable(bytes)
  if (bytes.length > batchLimits.bytes) return { problem: 'too_large' }
  const unpacked = await runApart(userId, 'unpack', bytes).catch(tooLarge)
  if ('problem' in unpacked) return { problem: unpacked.problem === 'binary' ? 'not_text' : 'too_large' }
  if (!unpacked.isWorkbook) return { problem: 'not_text' }
  const sheet = unpacked.files.find(({ bytes: csv }) => csv.length > 0)
  return sheet === undefined ? { problem: 'empty' } : readBatchTable(sheet.bytes)
}

function tooLarge(error: unknown): { readonly problem: 'too_large' } {
  if (error instanceof TookTooMuch) return { problem: 'too_large' }
  throw error
}

const hashOfFile = ({ bytes }: SentTable) => createHash('sha256').update(bytes).digest('hex')

const findKnown = (tx: Tx, organisationId: string, mode: ApiMode, fileHash: string) =>
  tx.linkBatch.findFirst({
    where: { organisationId, mode, fileHash },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

/**
 * All links or none. The same file again only if `again` names its last batch, so that a second click makes nothing.
 * Refusals: `requirePayable`'s; `invalid_input` (`file`, `file.known`, `beneficiary`); `too_many_tries`.
 */
export async function makeLinkBatch(
  actor: Actor<'link.change'>,
  file: SentTable,
  input: Input,
): Promise<{ readonly id: string }> {
  const { organisationId, userId, mode } = actor
  const { problem, rows, issues } = await readTable(actor, file, input)
  if (problem !== null || issues.length > 0) throw new Refused('invalid_input', { field: 'file' })
  await takeTry(`link-batches:${organisationId}`, makeLimit)
  const fileHash = hashOfFile(file)
  const origin = { organisationId, mode, createdByUserId: userId, createdAt: now() }
  const made = rows.map((row, at) => ({ id: randomUUID(), row, at }))
  return db().$transaction(async tx => {
    await tx.$queryRaw`SELECT "id" FROM "Organisation" WHERE "id" = ${organisationId}::uuid FOR NO KEY UPDATE`
    const known = await findKnown(tx, organisationId, mode, fileHash)
    if (known !== null && known.id !== input.again) throw new Refused('invalid_input', { field: 'file.known' })
    const fileName = cleanText(file.name, 100) || 'links.csv'
    const { id: batchId } = await tx.linkBatch.create({ data: { ...origin, fileName, fileHash } })
    await tx.paymentLink.createMany({
      data: made.map(({ id, row, at }) => ({ ...origin, id, ...termsOf(batchId, row, at) })),
    })
    await tx.linkBatchRow.createMany({
      data: made.map(({ id: linkId, row: { line, name, email } }) => {
        return { linkId, organisationId, batchId, line, payerName: name, payerEmail: email }
      }),
    })
    const detail = { batchId, count: rows.length }
    await auditOrganisation(tx, { userId, organisationId, action: 'payment_link.batch_created', detail })
    return { id: batchId }
  })
}

/** Without a reference of its own a row is told from the others by its number. */
function termsOf(batchId: string, { title, description, amountMinor, reference, expiresOn }: BatchRow, at: number) {
  return {
    slug: newUnguessableId(),
    title,
    description,
    amountMinor,
    isReusable: false,
    referencePrefix: reference ?? `${prefixOf(title, batchId, 23)}-${String(at + 1).padStart(4, '0')}`,
    expiresAt: expiresOn === null ? null : parisInstant(addDays(expiresOn as IsoDate, 1), 0),
  }
}

/** Newest first, twenty. */
export async function listLinkBatches(
  { organisationId, mode }: Actor<'link.read'>,
  before: string | null = null,
): Promise<{ readonly batches: LinkBatchSummary[]; readonly next: string | null }> {
  const find = (id: string) => db().linkBatch.findFirst({ where: { id, organisationId } })
  const { page, next } = await readPage(
    { column: 'createdAt', size: pageSize, before, find },
    ({ older, ...reading }) =>
      db().linkBatch.findMany({
        where: { organisationId, mode, ...older },
        include: { _count: { select: { rows: true } } },
        ...reading,
      }),
  )
  const counted = await db().linkBatchRow.groupBy({
    by: ['batchId'],
    where: { organisationId, batchId: { in: page.map(({ id }) => id) }, link: { orders: { some: wherePaid() } } },
    _count: true,
  })
  const paid = new Map(counted.map(({ batchId, _count }) => [batchId, _count]))
  const batches = page.map(({ id, fileName, createdAt, _count }) => {
    return { id, mode, fileName, createdAt: createdAt.toISOString(), count: _count.rows, paid: paid.get(id) ?? 0 }
  })
  return { batches, next }
}

/** As long as a payer may contest a payment (PSD2, art. 71). */
const payersMs = 396 * 24 * 60 * 60_000

/** Names and addresses of payers are forgotten; links and payments stay. Returns how many batches. */
export async function sweepBatchPayers(): Promise<number> {
  const old = { createdAt: { lt: new Date(now().getTime() - payersMs) }, forgottenAt: null }
  const batches = await db().linkBatch.findMany({ where: old, select: { id: true, organisationId: true }, take: 100 })
  for (const { id: batchId, organisationId } of batches) {
    await db().$transaction([
      db().linkBatchRow.updateMany({
        where: { batchId, organisationId },
        data: { payerName: null, payerEmail: null },
      }),
      db().linkBatch.updateMany({ where: { id: batchId, organisationId }, data: { forgottenAt: now() } }),
    ])
  }
  return batches.length
}
