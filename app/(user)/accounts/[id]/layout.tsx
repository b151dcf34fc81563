import type { ReactNode } from 'react'
import { orNotFound } from '#app/(user)/connections/found.ts'
import { requireAccount } from '#lib/services/accounts.ts'
import { requireSession } from '#lib/session.ts'

/** Stands before the skeleton: once that is on its way, an answer can't become a 404 any more. */
export default async function AccountLayout({
  children,
  params,
}: {
  children: ReactNode
  params: Promise<{ id: string }>
}) {
  const { userId } = await requireSession()
  await orNotFound(requireAccount(userId, (await params).id))
  return children
}
