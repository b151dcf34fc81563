import { describe, expect, test } from 'vitest'
import { type PaidBy, paidBy } from './paid.ts'
import { receiptOf } from './reconcile.ts'
import { type OrderStatus, orderStatuses } from './status.ts'

/** What an order of 42.00 says for each sum that was received: nothing, too little, exactly, too much, twice. */
const sums = [0n, 4_199n, 4_200n, 4_201n, 8_400n] as const
const said = ['none', 'short', 'received', 'over', 'over'] as const
const [bank, hand, no] = ['bank', 'transfer', null] as const satisfies readonly (PaidBy | null)[]

const table: Readonly<Record<OrderStatus, readonly (PaidBy | null)[]>> = {
  open: [no, no, hand, hand, hand],
  pending: [no, no, bank, bank, bank],
  confirmed: [no, no, bank, bank, bank],
  executed: [bank, bank, bank, bank, bank],
  partly_executed: [no, no, hand, hand, hand],
  cancelled: [no, no, hand, hand, hand],
  expired: [no, no, hand, hand, hand],
  held: [no, no, hand, hand, hand],
}

describe.each(orderStatuses)('an order that is %s', status => {
  test.each(sums.map((receivedMinor, at) => [receivedMinor, table[status][at], said[at]] as const))(
    'with %s received is paid by %s',
    (receivedMinor, by, receipt) => {
      const order = { status, amountMinor: 4_200n, receivedMinor }
      expect([paidBy(order), receiptOf(order)]).toEqual([by, receipt])
    },
  )
})

test('an order of nothing is never paid by what did not arrive', () => {
  expect(paidBy({ status: 'open', amountMinor: 0n, receivedMinor: 0n })).toBeNull()
})
