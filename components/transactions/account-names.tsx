'use client'

import { createContext, type ReactNode, use } from 'react'

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
  return <Names value={new Map(accounts.map(account => [account.id, account]))}>{children}</Names>
}

export function useAccountName(id: string): string | null {
  return use(Names).get(id)?.name ?? null
}

export function useAccountNames(): ReadonlyMap<string, AccountName> {
  return use(Names)
}
