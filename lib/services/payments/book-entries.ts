import { parisDay } from '@guichet/values/calendar/paris.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { db, Prisma } from '#lib/db.ts'
import {
  type BookEntry,
  type Customer,
  executedEntry,
  type Lettering,
  nameCustomers,
  readEntry,
  saleEntry,
} from '#lib/domain/books/entries.ts'
import { CreditContent, InvoiceContent } from '#lib/domain/invoices/content.ts'
import { sumInvoice } from '#lib/domain/invoices/totals.ts'
import { sirenOf } from '#lib/domain/merchant/siren.ts'
import type { Month } from '#lib/domain/payments/order/settlement.ts'
import type { Actor } from '#lib/domain/who.ts'
import { toIsoDate } from '#lib/services/accounts/view.ts'
import { movements } from './movements.ts'

/** In euro. What a customer owes is settled by invoice, else by payment with its refunds; what is on its way by payment. */

type Owner = Pick<Actor, 'organisationId' | 'mode'>

/** Movements with what they belong to on the customer's account. */
const grouped = ({ organisationId, mode }: Owner) => Prisma.sql`
  SELECT moved."id", moved."creditId", moved."day", moved."finishedAt", moved."reference", moved."createdAt", moved."amountMinor",
    moved."givenMinor", COALESCE(invoice."id", moved."refundOfId", moved."id") AS "groupId",
    invoice."customerName", invoice."customerEmail", invoice."content"->>'customerNumber' AS "customerNumber"
  FROM (${movements(organisationId, mode)}) AS moved
  LEFT JOIN "PaymentOrder" AS refunded ON refunded."id" = moved."refundOfId"
  LEFT JOIN "Invoice" AS invoice ON invoice."linkId" = COALESCE(moved."linkId", refunded."linkId")
  WHERE moved."currency" = 'EUR'`

type Letters = ReadonlyMap<string, Lettering>

/** Of what has a line in the month and adds up to nothing, to this day. */
async function readLetters(owner: Owner, { first, last }: Month): Promise<Letters> {
  const { organisationId, mode } = owner
  const ours = Prisma.sql`"organisationId" = ${organisationId}::uuid AND "mode" = ${mode} AND "currency" = 'EUR'`
  const rows = await db().$queryRaw<{ key: string; code: string; day: string }[]>`
    WITH moved AS (${grouped(owner)}), lines AS (
      SELECT 'customers' AS "role", "groupId" AS "id", "day", -"amountMinor" AS "minor" FROM moved WHERE "amountMinor" <> 0
      UNION ALL
      SELECT 'transit', "id", "day", CASE WHEN "creditId" IS NULL THEN "amountMinor" ELSE "amountMinor" - "givenMinor" END
      FROM moved WHERE "amountMinor" <> "givenMinor"
      UNION ALL
      SELECT 'customers', "id", "issuedOn", "amountMinor" FROM "Invoice" WHERE ${ours} AND "number" IS NOT NULL
      UNION ALL
      SELECT 'customers', note."invoiceId", note."issuedOn", -note."amountMinor" FROM "CreditNote" AS note
      WHERE note."invoiceId" IN (SELECT "id" FROM "Invoice" WHERE ${ours})
    )
    SELECT "role" || ' ' || "id" AS "key", upper(substr(md5("role" || "id"), 1, 10)) AS "code", to_char(MAX("day"), 'YYYY-MM-DD') AS "day"
    FROM lines GROUP BY "role", "id"
    HAVING SUM("minor") = 0 AND COUNT(*) > 1 AND bool_or("day" BETWEEN ${first}::date AND ${last}::date)`
  return new Map(rows.map(({ key, ...letter }) => [key, letter]))
}

/** A month's by day, each day's invoices first. */
export async function readEntries(owner: Owner, month: Month): Promise<BookEntry[]> {
  const letters = await readLetters(owner, month)
  const [sales, moved] = await Promise.all([readSales(owner, month, letters), readMoved(owner, month)])
  const entries = moved.map(one => {
    const { day, creditId, amountMinor, givenMinor, reference, createdAt, groupId, id } = one
    const customer = one.customerName === null ? various : customerOf(one)
    const own = { customer: letters.get(`customers ${groupId}`), transit: letters.get(`transit ${id}`) }
    const head = { day, piece: reference, pieceOn: parisDay(createdAt), customer, letters: own }
    return creditId === null
      ? executedEntry({ ...head, amountMinor })
      : readEntry({ ...head, givenMinor, handMinor: amountMinor })
  })
  return nameCustomers([...sales, ...entries].toSorted((one, other) => compare(one.day, other.day)))
}

type Moved = {
  readonly day: string
  readonly id: string
  readonly groupId: string
  readonly creditId: string | null
  readonly reference: string
  readonly createdAt: Date
  readonly amountMinor: bigint
  readonly givenMinor: bigint
} & (Buyer | { readonly customerName: null })

function readMoved(owner: Owner, { first, last }: Month): Promise<Moved[]> {
  return db().$queryRaw<Moved[]>`
    SELECT to_char("day", 'YYYY-MM-DD') AS "day", "id", "groupId", "creditId", "reference", "createdAt", "amountMinor", "givenMinor",
      "customerName", "customerEmail", "customerNumber"
    FROM (${grouped(owner)}) AS moved
    WHERE "day" BETWEEN ${first}::date AND ${last}::date AND ("amountMinor" <> 0 OR "givenMinor" <> 0)
    ORDER BY "finishedAt", "id", "creditId"`
}

type Buyer = { readonly customerName: string; readonly customerEmail: string; readonly customerNumber: string | null }

const various: Customer = { number: 'DIVERS', name: 'Clients divers' }

/** The same number for the same company, or else address. */
function customerOf({ customerName, customerEmail, customerNumber }: Buyer): Customer {
  const siren = customerNumber === null ? null : sirenOf(customerNumber)
  return { number: `C${siren ?? hashOf(customerEmail.toLowerCase()).slice(0, 10).toUpperCase()}`, name: customerName }
}

const soldColumns = {
  id: true,
  number: true,
  customerName: true,
  customerEmail: true,
  content: true,
  issuedOn: true,
} as const
type Sold = Prisma.InvoiceGetPayload<{ select: typeof soldColumns }>
type Issued = Pick<Sold, 'number' | 'issuedOn'>

async function readSales({ organisationId, mode }: Owner, month: Month, letters: Letters): Promise<BookEntry[]> {
  const issuedOn = { gte: new Date(month.first), lte: new Date(month.last) }
  const [invoices, notes] = await Promise.all([
    db().invoice.findMany({
      where: { organisationId, mode, currency: 'EUR', issuedOn },
      select: soldColumns,
      orderBy: { number: 'asc' },
    }),
    db().creditNote.findMany({
      where: { organisationId, issuedOn, invoice: { mode, currency: 'EUR' } },
      include: { invoice: { select: soldColumns } },
      orderBy: { number: 'asc' },
    }),
  ])
  const headOf = ({ id, content, ...buyer }: Sold, { number, issuedOn }: Issued) => {
    const { customerNumber, supplies } = InvoiceContent.parse(content)
    const day = toIsoDate(issuedOn) ?? ''
    const customer = customerOf({ ...buyer, customerNumber })
    return {
      day,
      piece: number ?? '',
      pieceOn: day,
      customer,
      supplies,
      letters: { customer: letters.get(`customers ${id}`) },
    }
  }
  return [
    ...invoices.map(one => saleEntry({ ...headOf(one, one), ...invoicedMinor(one), isCredit: false })),
    ...notes.map(one => saleEntry({ ...headOf(one.invoice, one), ...creditedMinor(one.content), isCredit: true })),
  ]
}

function invoicedMinor({ content }: Sold) {
  const sum = sumInvoice(InvoiceContent.parse(content).lines)
  if ('fault' in sum) throw new Error('an invoice was stored whose lines have no sum')
  return sum
}

function creditedMinor(content: unknown) {
  const { net, vat } = CreditContent.parse(content)
  const minorOf = (amount: string) => BigInt(amount.replace('.', ''))
  return { netMinor: minorOf(net), vatMinor: minorOf(vat) }
}
