import { nameCountries } from '@guichet/values/text/countries.ts'
import { describe, expect, test } from 'vitest'
import { InvoiceContent } from '#lib/domain/invoices/content.ts'
import { invoiceStates } from '#lib/domain/invoices/lifecycle.ts'
import { vatRates } from '#lib/domain/invoices/totals.ts'
import type { InvoiceView } from '#lib/views/invoice.ts'
import { drawText } from '#testing/components/draw.tsx'
import { InvoiceForm } from './form.tsx'
import { InvoiceLines } from './lines-table.tsx'
import { InvoiceList } from './list.tsx'
import { InvoiceSettingsForm } from './settings-form.tsx'

const invoice: InvoiceView = {
  id: '0a0a0a0a-0000-4000-8000-000000000001',
  mode: 'test',
  state: 'sent',
  number: 'F2026-0001',
  customerName: 'Éditions du Littoral',
  customerEmail: 'compta@littoral.example',
  total: '2124.57',
  credited: '0.00',
  left: '2179.25',
  currency: 'EUR',
  issuedOn: '2026-06-01',
  dueOn: '2026-06-30',
  content: InvoiceContent.parse({
    language: 'fr',
    customerAddress: ['4 quai des Chartrons', '33000 Bordeaux'],
    customerNumber: null,
    customerVatNumber: null,
    supplies: 'both',
    suppliedOn: null,
    lines: [
      { description: 'Reliure', quantity: '1.5', unitPrice: '1240.0005', vatRate: '20', unit: 'hour' },
      { description: 'Remise', quantity: '1', unitPrice: '-50.00', vatRate: '5.5' },
    ],
    vatNote: null,
    note: null,
  }),
  sums: {
    lines: ['1860.00', '-50.00'],
    byRate: [
      { vatRate: '20', net: '1860.00', vat: '372.00' },
      { vatRate: '5.5', net: '-50.00', vat: '-2.75' },
    ],
    net: '1810.00',
    vat: '369.25',
    total: '2179.25',
  },
  url: null,
  linkId: null,
  creditNotes: [],
  remindedAt: [],
  lineLeft: [],
}
const settings = {
  prefix: 'F',
  vatNumber: null,
  companyDetails: null,
  paymentDays: 30,
  taxOnDebits: false,
  soleTrader: false,
  lateTerms: null,
  discountTerms: null,
  remindBefore: false,
  remindAfter: false,
}

describe.each(['fr', 'en'] as const)('%s', locale => {
  test('the list names customer, number, due day, amount and state', () => {
    for (const state of invoiceStates) {
      const text = drawText(locale, <InvoiceList invoices={[{ ...invoice, state }]} />)
      expect(text).toContain('F2026-0001')
      expect(text).toMatch(locale === 'fr' ? /30 juin 2026/ : /30 June 2026/)
    }
    const draft = drawText(locale, <InvoiceList invoices={[{ ...invoice, state: 'draft', number: null }]} />)
    expect(draft).toContain(locale === 'fr' ? 'Brouillon' : 'Draft')
  })

  test('the list says what was credited of an invoice, unless all of it was', () => {
    const draw = (state: InvoiceView['state']) =>
      drawText(locale, <InvoiceList invoices={[{ ...invoice, state, credited: '20.00' }]} />).replace(/\s/g, ' ')
    const said = locale === 'fr' ? 'dont 20,00 € d’avoir' : '€20.00 credited'
    expect(draw('overdue')).toContain(said)
    expect(draw('cancelled')).not.toContain(said)
  })

  test('lines and totals, with each rate of VAT', () => {
    const text = drawText(locale, <InvoiceLines invoice={invoice} />).replace(/\s/g, ' ')
    for (const said of locale === 'fr'
      ? ['1,5 heure × 1 240,0005 €', 'TVA 5,5 %', '−2,75 €', '2 179,25 €']
      : ['1.5 hour × €1,240.0005', 'VAT 5.5%', '−€2.75', '€2,179.25'])
      expect(text).toContain(said)
  })

  test('the form has the rates of a seller who charges VAT, and says why another has none', () => {
    const draw = (chargesVat: boolean) =>
      drawText(
        locale,
        <InvoiceForm
          organisation={invoice.id}
          mode="test"
          id={null}
          values={invoice}
          chargesVat={chargesVat}
          countries={nameCountries(locale)}
        />,
      )
    for (const rate of vatRates) expect(draw(true)).toContain(locale === 'fr' ? rate.replace('.', ',') : `${rate}%`)
    expect(draw(true)).not.toContain('293 B')
    expect(draw(false)).toContain('293 B')
  })

  test('the settings', () => {
    expect(drawText(locale, <InvoiceSettingsForm organisation={invoice.id} values={settings} />)).toContain('293 B')
  })
})
