/**
 * How much of a bank's answer is accepted: every list of documents 1 and 2, and JSON in general. Real banks stay far
 * below these limits (bank:D19: pages of 20 accounts and of 100 transactions).
 */

/** Bytes of one answer. `list` is for paged lists, `refusal` for anything without a success status. */
export const answerBytes = { list: 4 * 1024 * 1024, other: 512 * 1024, refusal: 64 * 1024 } as const

/** Accounts and cards of one login, over all pages. */
export const accountsOfLogin = 500

/** Pages of one list (bank:D19). */
export const pagesOfList = 1_000

/** Bytes of all pages of one list together: some 65,000 transactions. */
export const bytesOfList = 64 * 1024 * 1024

/** Bytes in memory during the refresh of one login, over all accounts. */
export const bytesOfRefresh = 48 * 1024 * 1024

/** Bytes of an account's transactions that are not booked, which are kept until the last page was read. */
export const bytesOfOpenTransactions = 12 * 1024 * 1024

/** Rows of a page validated before yielding. */
export const rowsAtOnce = 200

/**
 * Elements of a list, by member name. Other lists may have `unnamed` elements; `wire/transaction.ts` keeps fewer
 * remittance lines.
 */
export const elementsOf: { readonly [list: string]: number } = {
  // Document 1.
  accounts: accountsOfLogin,
  balances: 50,
  transactions: 2_000,
  identities: 50,
  // Document 2.
  creditTransferTransaction: 100,
  // Document 3.
  redirect_uris: 50,
  unnamed: 100,
}

/** Members of an object, by the name of its own member. */
export const membersOf: { readonly [object: string]: number } = { _links: 50, unnamed: 100 }

/** Values in one answer: texts, numbers, lists and objects. */
export const valuesOfAnswer = 250_000

/** Lists and objects within one another. */
export const depthOfAnswer = 32

/** Lists whose elements are independent: an oversized one does not hide the others (R16). */
export const listsOfRows: ReadonlySet<string> = new Set(['accounts', 'balances', 'transactions', 'identities'])

/** Times in milliseconds, sizes in bytes. */
export type Limits = {
  readonly connectMs: number
  /** Until the answer's headers, in attended calls. */
  readonly attendedHeadersMs: number
  /** Until the answer's headers, without. */
  readonly batchHeadersMs: number
  /** From the answer's headers to its last byte. */
  readonly bodyMs: number
  readonly keepAliveMs: number
  readonly keepAliveMaxMs: number
  /** Of any answer; `answerBytes` sets less for some. */
  readonly answerBytes: number
  /** Maximum sockets per bank, also for a slow one. */
  readonly connections: number
  /** Pages of one list fetched concurrently, once the bank gave their number. */
  readonly parallelPages: number
}
