import { parisDay, parisMinute } from '@guichet/values/calendar/paris.ts'
import { db } from '#lib/db.ts'
import { noPaymentFilter, type PaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { shownStatus } from '#lib/domain/payments/order/paid.ts'
import type { Actor } from '#lib/domain/who.ts'
import { type CsvDialect, csvDialect, neutralise } from '#lib/files/export/csv.ts'
import type { PaymentPageView } from '#lib/views/merchant.ts'
import { listPayments } from './list.ts'

/** RFC 4180, or JSON, streamed. */

export const paymentFormats = ['csv', 'csv-fr', 'json'] as const
export type PaymentFormat = (typeof paymentFormats)[number]

const rowsAtOnce = 500

export type PaymentExport = {
  readonly format: PaymentFormat
  readonly filter?: PaymentFilter
}

/**
 * Refunds are negative, cells neutralised (C47), French days in Paris; the payer's IBAN only if agreed (PSD2 art.
 * 66).
 */
export function exportPayments(
  actor: Actor<'payment.export'>,
  { format, filter = noPaymentFilter }: PaymentExport,
): AsyncGenerator<string, void, void> {
  return format === 'json' ? writeJson(actor, filter) : writeCsv(actor, filter, format)
}

type Exporter = Actor<'payment.export'>

async function* writeCsv(actor: Exporter, filter: PaymentFilter, format: CsvDialect) {
  const csv = csvDialect(format)
  yield csv.head(csv.words.payments)
  for await (const rows of readPieces(actor, filter)) yield csv.write(...rows.map(row => cellsOf(row, csv)))
}

function cellsOf(row: ExportRow, { isFrench, words, amount }: ReturnType<typeof csvDialect>): string[] {
  const moment = (instant: string | null) => (isFrench ? frenchMoment(instant) : [instant ?? ''])
  return [
    row.id,
    ...moment(row.createdAt),
    ...moment(row.finishedAt),
    ...[row.mode, row.kind, shownStatus(row)].map(code => words.paymentWords[code]),
    ...[row.reference, row.description ?? ''].map(neutralise),
    // So that a column can be added up.
    amount(`${row.kind === 'refund' ? '-' : ''}${row.amount.amount}`),
    row.amount.currency,
    ...[row.bankName ?? '', row.bankStatus ?? '', row.bankReason ?? ''].map(neutralise),
    row.endToEndIds.join(' '),
    row.structuredReference,
    row.payerIban ?? '',
  ]
}

/** `26/11/2026`, `05:45`. */
function frenchMoment(instant: string | null): [day: string, time: string] {
  if (instant === null) return ['', '']
  const at = new Date(instant)
  const minute = parisMinute(at)
  const two = (count: number) => String(count).padStart(2, '0')
  return [parisDay(at).split('-').reverse().join('/'), `${two(Math.floor(minute / 60))}:${two(minute % 60)}`]
}

async function* writeJson(actor: Exporter, filter: PaymentFilter) {
  yield '{"payments":['
  let isFirst = true
  for await (const rows of readPieces(actor, filter)) {
    yield rows.map(row => `${isFirst && row === rows[0] ? '' : ','}\n${JSON.stringify(row)}`).join('')
    isFirst = false
  }
  yield '\n]}\n'
}

type ExportRow = Awaited<ReturnType<typeof withBank>>[number]

async function* readPieces(actor: Exporter, filter: PaymentFilter) {
  let cursor: string | null = null
  do {
    const page: PaymentPageView = await listPayments(actor, { filter, cursor, limit: rowsAtOnce })
    if (page.payments.length > 0) yield await withBank(actor.organisationId, page.payments)
    cursor = page.next
  } while (cursor !== null)
}

async function withBank(organisationId: string, payments: PaymentPageView['payments']) {
  const orders = await db().paymentOrder.findMany({
    where: { ownerId: organisationId, id: { in: payments.map(({ id }) => id) } },
    select: {
      id: true,
      structuredReference: true,
      payerShowsIban: true,
      attempts: {
        orderBy: { createdAt: 'desc' },
        take: 1,
        include: { instructions: { select: { endToEndId: true }, orderBy: { position: 'asc' } } },
      },
    },
  })
  const byId = new Map(orders.map(order => [order.id, order]))
  return payments.map(({ bankCode: _, ...payment }) => {
    const order = byId.get(payment.id)
    const attempt = order?.attempts[0]
    return {
      ...payment,
      bankStatus: attempt?.bankStatus ?? null,
      bankReason: attempt?.bankReason ?? attempt?.reason ?? null,
      endToEndIds: attempt?.instructions.map(({ endToEndId }) => endToEndId) ?? [],
      structuredReference: order?.structuredReference ?? '',
      payerIban: order?.payerShowsIban ? (attempt?.debtorIban ?? null) : null,
    }
  })
}
