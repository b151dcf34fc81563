import type { ReactNode } from 'react'
import { orNotFound } from '#app/(user)/connections/found.ts'
import { requireConnection } from '#lib/services/connections/connections.ts'
import { requireSession } from '#lib/session.ts'

/** Stands before the skeletons below: once one is on its way, an answer can't become a 404 any more. */
export default async function ConnectionLayout({
  children,
  params,
}: {
  children: ReactNode
  params: Promise<{ id: string }>
}) {
  const { userId } = await requireSession()
  await orNotFound(requireConnection(userId, (await params).id))
  return children
}
