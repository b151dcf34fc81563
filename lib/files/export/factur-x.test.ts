import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditAllLeft, creditLines } from '#lib/domain/invoices/credit.ts'
import { supplyKinds, zeroRates } from '#lib/domain/invoices/lifecycle.ts'
import { vatRates, writeRates } from '#lib/domain/invoices/totals.ts'
import { units } from '#lib/domain/invoices/units.ts'
import { findFormFaults, findRuleFaults } from '#testing/files/find-invoice-faults.ts'
import { fixtureOf } from '#testing/rows.ts'
import { facturX } from './factur-x.ts'
import type { InvoiceSheet } from './invoice-sheet.ts'

type Sheet = InvoiceSheet & { number: string }
type Sample = { readonly sheet: Sheet; readonly credit: NonNullable<InvoiceSheet['credit']>['content'] }
const { sheet, credit: whole }: Sample = JSON.parse(fixtureOf(import.meta.url, 'invoice.json'))

const withContent = (change: Partial<Sheet['content']>): Sheet => ({
  ...sheet,
  content: { ...sheet.content, ...change },
})
const withSeller = (change: Partial<Sheet['seller']>): Sheet => ({ ...sheet, seller: { ...sheet.seller, ...change } })
const atZero = sheet.content.lines.map(line => ({ ...line, vatRate: '0' as const }))
const credit = { number: 'AV-F2026-0001', issuedOn: '2026-06-02', content: whole }
const faultsOf = (one: Sheet) => [...findFormFaults(facturX(one)), ...findRuleFaults(facturX(one))]

describe('the schema and rules of EN 16931', () => {
  test.each<[string, Sheet]>([
    ['an invoice', sheet],
    ['a credit note', { ...sheet, credit }],
    [
      'a seller without VAT',
      { ...withSeller({ vatNumber: null }), content: { ...sheet.content, lines: atZero, vatNote: null } },
    ],
    [
      'a test, without account, order or register',
      {
        ...withSeller({ account: null, companyDetails: null, soleTrader: true }),
        isTest: true,
        content: {
          ...sheet.content,
          purchaseOrder: null,
          customerNumber: null,
          customerVatNumber: null,
          deliveryAddress: [],
          note: null,
        },
      },
    ],
    [
      'long addresses abroad',
      withContent({
        customerCountry: 'DE',
        customerNumber: 'HRB 1',
        customerVatNumber: 'DE123456789',
        customerAddress: ['a', 'b', 'c', 'd', '10115 Berlin'],
      }),
    ],
    ['texts that XML writes otherwise', withContent({ note: '<a> & "b"\u0007', customerAddress: ['</ram:LineOne>'] })],
    ...zeroRates.map((zeroRate): [string, Sheet] => [
      `0 %, ${zeroRate}`,
      withContent({
        zeroRate,
        lines: atZero,
        customerCountry: 'BE',
        customerVatNumber: 'BE0428759497',
        customerNumber: null,
        deliveryAddress: [],
      }),
    ]),
    ...supplyKinds.map((supplies): [string, Sheet] => [supplies, withContent({ supplies })]),
    ['VAT when paid', withSeller({ taxOnDebits: false })],
    [
      'a discount',
      withContent({
        lines: [
          ...sheet.content.lines,
          { description: 'Remise', quantity: '2', unitPrice: '-3.333333', vatRate: '20', unit: 'unit' },
        ],
      }),
    ],
    [
      'every unit',
      withContent({
        lines: units.map(unit => ({
          description: unit,
          quantity: '0.125',
          unitPrice: '1.123456',
          vatRate: '20',
          unit,
        })),
      }),
    ],
  ])('%s', (_, one) => expect(faultsOf(one)).toEqual([]))

  test.each<[string, (xml: string) => string]>([
    ['BR-CO-10', xml => xml.replace('<ram:LineTotalAmount>60.00', '<ram:LineTotalAmount>60.01')],
    ['BR-CO-15', xml => xml.replace(/(GrandTotalAmount>)\d+/, '$1999')],
    ['BR-CO-17', xml => xml.replace('<ram:CalculatedAmount>12.00', '<ram:CalculatedAmount>12.01')],
    [
      'BR-11',
      xml =>
        xml.replace(
          /<ram:CountryID>FR<\/ram:CountryID>(?=<\/ram:PostalTradeAddress><ram:URIUniversalCommunication><ram:URIID schemeID="0225">732)/,
          '',
        ),
    ],
    ['BR-27', xml => xml.replace('<ram:ChargeAmount>5.00', '<ram:ChargeAmount>-5.00')],
    ['BR-E-10', xml => xml.replace(/<ram:ExemptionReason>[^<]*<\/ram:ExemptionReason>/, '')],
    ['BR-S-2', xml => xml.replace(/<ram:SpecifiedTaxRegistration>.*?<\/ram:SpecifiedTaxRegistration>/, '')],
    ['BR-FR-5', xml => xml.replace('PMD', 'AAI')],
  ])('find a breach of %s', (rule, change) => {
    const xml = facturX(sheet)
    expect(change(xml)).not.toBe(xml)
    expect(findRuleFaults(change(xml))).toContain(rule)
  })

  test('find an element out of its order', () => {
    const swapped = facturX(sheet).replace(/(<ram:ID>F2026-0001<\/ram:ID>)(<ram:TypeCode>380<\/ram:TypeCode>)/, '$2$1')
    expect(findFormFaults(swapped).join()).toContain('TypeCode')
  })

  const lines = fc.array(
    fc.record({
      description: fc.constant('x'),
      quantity: fc.integer({ min: 1, max: 9_999_999 }).map(one => (one / 1_000).toFixed(3)),
      unitPrice: fc
        .integer({ min: -9_999_999, max: 99_999_999 })
        .map(one => `${one < 0 ? '-' : ''}${(Math.abs(one) / 1_000_000).toFixed(6)}`),
      vatRate: fc.constantFrom(...vatRates),
      unit: fc.constantFrom(...units),
    }),
    { minLength: 1, maxLength: 8 },
  )
  test('whatever the lines, and whichever parts are credited', () => {
    fc.assert(
      fc.property(lines, given => {
        const one = withContent({ lines: given })
        expect(findRuleFaults(facturX(one))).toEqual([])
        const invoiced = { lines: given, currency: 'EUR', earlier: [] }
        const all = creditAllLeft(invoiced)
        const [first] = all.lines
        const net = first && (Number(first.netMinor) / 200).toFixed(2)
        const part = first && net ? creditLines(invoiced, [{ line: first.line, net }]) : all
        for (const sum of [all, part]) {
          if ('fault' in sum || sum.totalMinor <= 0n) continue
          const content = {
            lines: sum.lines.map(({ line, netMinor }) => ({ line, net: writeMinor(netMinor) })),
            ...writeRates(sum, 'EUR'),
            reason: null,
          }
          expect(findRuleFaults(facturX({ ...one, credit: { ...credit, content } }))).toEqual([])
        }
      }),
    )
  })
})

const writeMinor = (minor: bigint) =>
  `${minor < 0n ? '-' : ''}${String(minor < 0n ? -minor : minor)
    .padStart(3, '0')
    .replace(/(..)$/, '.$1')}`
