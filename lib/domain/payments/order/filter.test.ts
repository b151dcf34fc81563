import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noPaymentFilter, PaymentFilter, readPaymentFilter, writePaymentFilter } from './filter.ts'

const read = (address: string) => readPaymentFilter(new URLSearchParams(address))

describe('a filter in an address', () => {
  test.each([
    ['', {}, null],
    ['q=%20Commande%2012%20', { q: 'Commande 12' }, null],
    [`q=${'x'.repeat(100)}`, { q: 'x'.repeat(100) }, null],
    [`q=${'x'.repeat(101)}`, {}, 'q'],
    ['status=executed&kind=link', { status: 'executed', kind: 'link' }, null],
    ['status=paid', {}, 'status'],
    ['kind=transfer', {}, 'kind'],
    ['min=1%20234%2C56&max=2000', { min: '1234.56', max: '2000' }, null],
    ['min=1%E2%80%AF234%2C56%20%E2%82%AC', { min: '1234.56' }, null],
    ['min=1.234', {}, 'min'],
    ['max=-1', { max: '1' }, null],
    ['max=--1', {}, 'max'],
    ['from=2026-02-30', {}, 'from'],
    ['from=2026-02-01&to=2026-02-28', { from: '2026-02-01', to: '2026-02-28' }, null],
    ['bank=19870', { bank: '19870' }, null],
    ["bank=19870'", {}, 'bank'],
    ['link=x&status=x', {}, 'status'],
    ['status=&kind=&q=', {}, null],
  ])('%s', (address, expected, wrong) => {
    expect(read(address)).toEqual({ filter: { ...noPaymentFilter, ...expected }, wrong })
  })

  test('is the same when written and read again', () => {
    const day = fc.constantFrom('2026-01-31', '2025-12-01')
    const filters = fc.record({
      q: fc.stringMatching(/^[a-z0-9]{0,20}$/),
      status: fc.constantFrom('executed' as const, 'open' as const, null),
      kind: fc.constantFrom('checkout' as const, 'refund' as const, null),
      bank: fc.constantFrom('19870', null),
      from: fc.option(day),
      to: fc.option(day),
      min: fc.constantFrom('1', '1.5', null),
      max: fc.constantFrom('10.00', null),
      link: fc.option(fc.uuid({ version: 4 })),
    })
    fc.assert(
      fc.property(filters, given => {
        const filter = PaymentFilter.parse(given)
        expect(readPaymentFilter(new URLSearchParams(writePaymentFilter(filter))).filter).toEqual(filter)
      }),
    )
  })
})
