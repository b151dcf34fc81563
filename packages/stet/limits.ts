/** Limits of a bank's answers. Real banks stay far below (bank:D19: pages of 20 accounts, 100 transactions). */

/** Per answer. `list`: paged; `refusal`: without a success status. */
export const answerBytes = { list: 4 * 1024 * 1024, other: 512 * 1024, refusal: 64 * 1024 } as const

/** Over all pages. */
export const accountsOfLogin = 500

/** bank:D19. */
export const pagesOfList = 1_000

/** All pages of one list: some 65,000 transactions. */
export const bytesOfList = 64 * 1024 * 1024

/** In memory, over all accounts of a login. */
export const bytesOfRefresh = 48 * 1024 * 1024

/** Transactions not booked are kept until the last page. */
export const bytesOfOpenTransactions = 12 * 1024 * 1024

/** Validated before yielding. */
export const rowsAtOnce = 200

/** By member name. */
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

/** By the name of the object's own member. */
export const membersOf: { readonly [object: string]: number } = { _links: 50, unnamed: 100 }

/** Texts, numbers, lists and objects. */
export const valuesOfAnswer = 250_000

export const depthOfAnswer = 32

/** An oversized row does not hide the others (R16). */
export const listsOfRows: ReadonlySet<string> = new Set(['accounts', 'balances', 'transactions', 'identities'])

/** Milliseconds and bytes. */
export type Limits = {
  readonly connectMs: number
  readonly attendedHeadersMs: number
  readonly batchHeadersMs: number
  /** From the headers to the last byte. */
  readonly bodyMs: number
  readonly keepAliveMs: number
  readonly keepAliveMaxMs: number
  /** `answerBytes` sets less for some. */
  readonly answerBytes: number
  /** Sockets per bank. */
  readonly connections: number
  /** Once the bank gave their number. */
  readonly parallelPages: number
}

export const defaultLimits: Limits = {
  connectMs: 3_000,
  attendedHeadersMs: 12_000,
  batchHeadersMs: 30_000,
  bodyMs: 15_000,
  keepAliveMs: 30_000,
  keepAliveMaxMs: 55_000,
  answerBytes: answerBytes.list,
  connections: 32,
  parallelPages: 6,
}
