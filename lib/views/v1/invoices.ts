import { examples } from '@guichet/api-reference/openapi.ts'
import { cutText } from '@guichet/values/text/clean.ts'
import { singleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { invoiceStates, supplyKinds } from '#lib/domain/invoices/lifecycle.ts'
import { vatRates } from '#lib/domain/invoices/totals.ts'
import { units } from '#lib/domain/invoices/units.ts'
import { exampleIds, Id, Mode, Paging, pageOf, Signed } from './members.ts'
import { type Operation, operation } from './operation.ts'

const summary = {
  id: Id,
  object: z.literal('invoice'),
  mode: Mode,
  state: z.enum(invoiceStates).describe('`paid` also where the money came by a transfer made by hand.'),
  number: z.string().nullable().describe('`null`: a draft.'),
  customer_name: z.string(),
  currency: z.string(),
  total: Signed.describe('With VAT.'),
  credited: Signed.describe('What credit notes took back.'),
  left: Signed,
  issued_on: z.iso.date().nullable(),
  due_on: z.iso.date(),
}

export const InvoiceSummary = z.object(summary).meta({ id: 'InvoiceSummary' })

export const Invoice = z
  .object({
    ...summary,
    customer: z.object({
      email: z.string(),
      address: z.array(z.string()),
      country: z.string(),
      number: z.string().nullable().describe('SIREN, or another register’s.'),
      vat_number: z.string().nullable(),
    }),
    purchase_order: z.string().nullable(),
    supplies: z.enum(supplyKinds),
    supplied_on: z.iso.date().nullable(),
    lines: z.array(
      z.object({
        description: z.string(),
        quantity: z.string(),
        unit: z.enum(units),
        unit_price: z.string().describe('Without VAT, up to six decimals.'),
        vat_rate: z.enum(vatRates).describe('Per cent.'),
        net: Signed,
      }),
    ),
    net: Signed,
    vat: Signed,
    vat_by_rate: z.array(z.object({ vat_rate: z.enum(vatRates), net: Signed, vat: Signed })),
    credit_notes: z.array(z.object({ number: z.string(), issued_on: z.iso.date(), total: Signed })),
    payment_link_id: Id.nullable(),
    url: z.url().nullable().describe('Where the customer sees and pays it; with `/invoice` behind it, the PDF.'),
  })
  .meta({ id: 'Invoice' })

const exampleSummary = {
  id: exampleIds.invoice,
  object: 'invoice',
  mode: 'test',
  state: 'sent',
  number: 'TEST-F2026-0001',
  customer_name: 'Éditions du Littoral',
  currency: 'EUR',
  total: '120.00',
  credited: '0.00',
  left: '120.00',
  issued_on: '2026-11-21',
  due_on: '2026-12-21',
} as const
examples.add(InvoiceSummary, { example: exampleSummary })
examples.add(Invoice, {
  example: {
    ...exampleSummary,
    customer: {
      email: 'accounts@example.com',
      address: ['4 quai des Chartrons', '33000 Bordeaux'],
      country: 'FR',
      number: '732829320',
      vat_number: null,
    },
    purchase_order: 'BC-77',
    supplies: 'goods',
    supplied_on: null,
    lines: [{ description: 'Atlas', quantity: '2', unit: 'unit', unit_price: '50.00', vat_rate: '20', net: '100.00' }],
    net: '100.00',
    vat: '20.00',
    vat_by_rate: [{ vat_rate: '20', net: '100.00', vat: '20.00' }],
    credit_notes: [],
    payment_link_id: exampleIds.link,
    url: 'https://guichet.example/l/abcdefghijklmnopqrstuv',
  },
})

export const invoices = {
  listInvoices: operation('get', '/invoices', 'invoice.read', {
    summary: 'List invoices',
    description: 'The invoices of the mode of your key, drafts too, newest first, in every state or in one.',
    query: z.strictObject({
      ...Paging,
      state: z.enum(invoiceStates).optional(),
      search: singleLine(140)
        .overwrite(text => cutText(text, 140))
        .optional()
        .describe('Part of a number, a customer’s name or their order’s number.'),
    }),
    answer: pageOf(InvoiceSummary),
  }),
  readInvoice: operation('get', '/invoices/{id}', 'invoice.read', {
    summary: 'Read an invoice',
    description: 'One invoice with its lines, its VAT and its credit notes. Invoices are written in the dashboard.',
    answer: Invoice,
  }),
} as const satisfies Record<string, Operation>
