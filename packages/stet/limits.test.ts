import { expect, test } from 'vitest'
import * as all from './limits.ts'

const { defaultLimits, ...limits } = all

const kib = 1024
const mib = 1024 * kib

// The numbers are promises: what a bank can make us wait for, read and keep.
test('how much of a bank’s answers is accepted', () => {
  expect(limits).toEqual({
    answerBytes: { list: 4 * mib, other: 512 * kib, refusal: 64 * kib },
    accountsOfLogin: 500,
    pagesOfList: 1_000,
    bytesOfList: 64 * mib,
    bytesOfRefresh: 48 * mib,
    bytesOfOpenTransactions: 12 * mib,
    rowsAtOnce: 200,
    elementsOf: {
      accounts: 500,
      balances: 50,
      transactions: 2_000,
      identities: 50,
      creditTransferTransaction: 100,
      redirect_uris: 50,
      unnamed: 100,
    },
    membersOf: { _links: 50, unnamed: 100 },
    valuesOfAnswer: 250_000,
    depthOfAnswer: 32,
    listsOfRows: new Set(['accounts', 'balances', 'transactions', 'identities']),
  })
})

test('how long a bank is waited for, and how many connections it has', () => {
  expect(defaultLimits).toEqual({
    connectMs: 3_000,
    attendedHeadersMs: 12_000,
    batchHeadersMs: 30_000,
    bodyMs: 15_000,
    keepAliveMs: 30_000,
    keepAliveMaxMs: 55_000,
    answerBytes: 4 * mib,
    connections: 32,
    parallelPages: 6,
  })
})
