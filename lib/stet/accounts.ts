import type {
  BalanceReading,
  Identity,
  IsoDate,
  ListedAccount,
  Overdraft,
  Owners,
  TransactionLine,
  UnreadableLine,
} from '#lib/domain/account.ts'
import type { Bank } from './bank.ts'
import type { CallContext } from './send.ts'
import type { AispToken } from './token.ts'

/** Where the bank says that more about an account is to be read; absent kinds are not consented. */
export type AccountLinks = {
  readonly balances?: string
  readonly transactions?: string
  readonly owners?: string
  readonly overdrafts?: string
}

export type AccountList = {
  readonly accounts: readonly ListedAccount[]
  readonly unreadable: readonly UnreadableLine[]
  /** By resourceId. */
  readonly links: ReadonlyMap<string, AccountLinks>
  /** The bank offered `endUserIdentity`: the identity may be read. */
  readonly identity: string | null
  readonly pages: number
}

/** An account or card by its resourceId, or by the link the bank gave for it. */
export type AccountAddress = string | { readonly resourceId: string; readonly href: string }

export type TransactionFilter = {
  /** Inclusive. */
  readonly dateFrom?: IsoDate
  /** Exclusive. */
  readonly dateTo?: IsoDate
  /** Only lines after this entryReference. */
  readonly entryReferenceFrom?: string
}

export type TransactionsPage = {
  readonly lines: readonly TransactionLine[]
  readonly unreadable: readonly UnreadableLine[]
  /** From 1. */
  readonly page: number
  /** How many there are, when the bank said so. */
  readonly pageCount: number | null
}

export type BalanceList = { readonly balances: readonly BalanceReading[]; readonly unreadable: readonly UnreadableLine[] }

export declare function listAccounts(bank: Bank, token: AispToken, context: CallContext): Promise<AccountList>
export declare function readBalances(
  bank: Bank,
  token: AispToken,
  account: AccountAddress,
  context: CallContext,
): Promise<BalanceList>
export declare function readTransactions(
  bank: Bank,
  token: AispToken,
  account: AccountAddress,
  filter: TransactionFilter,
  context: CallContext,
): AsyncGenerator<TransactionsPage, void, void>
/** Null when the bank has nothing to say (204). */
export declare function readOwners(
  bank: Bank,
  token: AispToken,
  account: AccountAddress,
  context: CallContext,
): Promise<Owners | null>
export declare function readOverdrafts(
  bank: Bank,
  token: AispToken,
  account: AccountAddress,
  context: CallContext,
): Promise<Overdraft | null>
export declare function readIdentity(bank: Bank, token: AispToken, context: CallContext): Promise<Identity | null>
