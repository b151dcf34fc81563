import { describe, expect, test } from 'vitest'
import { findInvoiceFaults, InvoiceContent } from './content.ts'

const content = InvoiceContent.parse({
  language: 'fr',
  customerAddress: ['1 rue de la Paix', '75002 Paris'],
  lines: [{ description: 'Reliure', quantity: '1.5', unitPrice: '40.00', vatRate: '20', unit: 'hour' }],
})
const line = content.lines[0] as InvoiceContent['lines'][number]
const sound = { content, dueOn: '2026-06-30', chargesVat: true, today: '2026-06-01' }
const withLines = (...lines: InvoiceContent['lines']) => ({ ...sound, content: { ...content, lines } })

test('a sound one has none', () => expect(findInvoiceFaults(sound)).toEqual([]))

describe('names what is wrong', () => {
  test.each([
    ['no address', { ...sound, content: { ...content, customerAddress: [] } }, ['customerAddress']],
    ['a SIREN', { ...sound, content: { ...content, customerNumber: '732829321' } }, ['customerNumber']],
    ...(['reverse_charge', 'intra_community'] as const).map((zeroRate): [string, typeof sound, string[]] => [
      `${zeroRate} without the customer’s number`,
      { ...sound, content: { ...content, zeroRate, lines: [{ ...line, vatRate: '0' }] } },
      ['customerVatNumber'],
    ]),
    ['due before today', { ...sound, dueOn: '2026-05-31' }, ['dueOn']],
    ['due in more than a year', { ...sound, dueOn: '2027-06-02' }, ['dueOn']],
    ['VAT of a seller who charges none', { ...sound, chargesVat: false }, ['lines.0.vatRate']],
    ['no lines', withLines(), ['lines']],
    ['a line without a description', withLines(line, { ...line, description: '' }), ['lines.1.description']],
    ['a quantity', withLines({ ...line, quantity: '0' }, line), ['lines.0.quantity']],
    [
      'prices',
      withLines({ ...line, unitPrice: '' }, { ...line, unitPrice: 'x' }),
      ['lines.0.unitPrice', 'lines.1.unitPrice'],
    ],
    ['nothing to pay', withLines(line, { ...line, unitPrice: '-40.00' }), ['lines']],
    ['less than nothing to pay', withLines({ ...line, unitPrice: '-1.00' }), ['lines']],
    ['more than a transfer can be', withLines({ ...line, quantity: '1', unitPrice: '833333333.33' }), ['lines']],
    ['exempt without a reason', withLines({ ...line, vatRate: '0' }), ['vatNote']],
  ])('%s', (_, given, faults) => expect(findInvoiceFaults(given)).toEqual(faults))
})

test('is due today at the earliest, and in a year at the latest', () => {
  for (const dueOn of ['2026-06-01', '2027-06-01']) expect(findInvoiceFaults({ ...sound, dueOn })).toEqual([])
})

test('the largest transfer', () => {
  const most = withLines({ ...line, quantity: '1', unitPrice: '833333333.32' })
  expect(findInvoiceFaults(most)).toEqual([])
})

test('a register of another country, and a reason that needs no provision', () => {
  const exported = { ...content, customerCountry: 'CH', customerNumber: 'CHE-1', zeroRate: 'export' as const }
  expect(findInvoiceFaults({ ...sound, content: { ...exported, lines: [{ ...line, vatRate: '0' }] } })).toEqual([])
})

test('what an earlier version stored is read', () => {
  const { customerCountry: _, deliveryAddress: __, purchaseOrder: ___, zeroRate: ____, ...earlier } = content
  const lines = content.lines.map(({ unit: _____, ...one }) => one)
  const read = InvoiceContent.parse({ ...earlier, lines })
  expect(read).toEqual({ ...content, lines: [{ ...line, unit: 'unit' }] })
})

test('a seller who charges no VAT needs no reason, and one who does may give it', () => {
  const { content: exempt } = withLines({ ...line, vatRate: '0' })
  expect(findInvoiceFaults({ ...sound, content: exempt, chargesVat: false })).toEqual([])
  expect(findInvoiceFaults({ ...sound, content: { ...exempt, vatNote: 'art. 262 ter, I du CGI' } })).toEqual([])
})
