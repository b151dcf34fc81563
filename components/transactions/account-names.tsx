'use client'

import { createContext, type ReactNode, use, useMemo } from 'react'

export type AccountName = {
  readonly id: string
  readonly name: string
  readonly bank: string
  readonly kind: 'account' | 'card'
  /** Whose it is, where somebody of the household shows it: nothing of it can be changed. */
  readonly sharedBy?: string
}

const Names = createContext<ReadonlyMap<string, AccountName>>(new Map())

/** Whose line it is, where lines of several accounts stand in one list; on an account's own page nobody says it. */
export function AccountNames({ accounts, children }: { accounts: readonly AccountName[]; children: ReactNode }) {
  const names = useMemo(() => new Map(accounts.map(account => [account.id, account])), [accounts])
  return <Names value={names}>{children}</Names>
}

export function useAccountNames(): ReadonlyMap<string, AccountName> {
  return use(Names)
}
