import type { ReactNode } from 'react'
import { orNotFound } from '#app/or-not-found.ts'
import { pathOf } from '#app/read-request.ts'
import { requireConnection } from '#lib/services/connections/read.ts'
import { requireSession } from '#lib/session.ts'

/** Runs before every page of a connection: another person's is not found, whatever the page would read (C29). */
export default async function ConnectionLayout({
  children,
  params,
}: {
  children: ReactNode
  params: Promise<unknown>
}) {
  const { userId } = await requireSession()
  await orNotFound(requireConnection(userId, (await pathOf(params, 'id')).id))
  return children
}
