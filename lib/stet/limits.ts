/**
 * How much of a bank's answer is taken in: every list of documents 1 and 2, and what a JSON answer may be made of at all.
 * Banks of this interface stay far below each of these (D19: pages of 20 accounts and of 100 transactions).
 */

/** Bytes of one answer. `list` is for what comes in pages, `refusal` for whatever has no success status. */
export const answerBytes = { list: 4 * 1024 * 1024, other: 512 * 1024, refusal: 64 * 1024 } as const

/** Accounts and cards of one login, over all pages. */
export const accountsOfLogin = 500

/** Pages of one list (D19). */
export const pagesOfList = 1_000

/** Bytes of all pages of one list together: some 65,000 transactions. */
export const bytesOfList = 64 * 1024 * 1024

/** Bytes that one reading of a login may hold at the same time, over all its accounts. */
export const bytesOfReading = 48 * 1024 * 1024

/** Bytes of the lines of one account that are not booked: they are kept until the last page was read. */
export const bytesOfOpenLines = 12 * 1024 * 1024

/** Rows of a page that are validated before others get their turn. */
export const rowsAtOnce = 200

/** Elements of a list, by the name of its member. Any other list may have `unnamed` elements;
 * of the lines of a remittance `wire/transaction.ts` shows fewer. */
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

/** The lists whose elements stand for themselves: one that holds too much does not hide the others (R16). */
export const listsOfRows: ReadonlySet<string> = new Set(['accounts', 'balances', 'transactions', 'identities'])
