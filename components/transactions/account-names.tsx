'use client'

import { createContext, type ReactNode, use, useMemo } from 'react'
import type { CategoryView } from '#lib/views/category.ts'

export type AccountName = {
  readonly id: string
  readonly name: string
  readonly bank: string
  readonly kind: 'account' | 'card'
  /** The owner of an account shared by a household member, which is read-only. */
  readonly sharedBy?: string
}

const Names = createContext<ReadonlyMap<string, AccountName>>(new Map())
const Own = createContext<readonly CategoryView[]>([])

/** Names the account of each transaction in lists of several accounts. An account's own page names the others, for transfers between them. */
export function AccountNames({ accounts, children }: { accounts: readonly AccountName[]; children: ReactNode }) {
  const names = useMemo(() => new Map(accounts.map(account => [account.id, account])), [accounts])
  return <Names value={names}>{children}</Names>
}

export function useAccountNames(): ReadonlyMap<string, AccountName> {
  return use(Names)
}

/** The person's own categories, for whatever names or chooses one. */
export function CategoryNames({ own, children }: { own: readonly CategoryView[]; children: ReactNode }) {
  return <Own value={own}>{children}</Own>
}

export function useOwnCategories(): readonly CategoryView[] {
  return use(Own)
}
