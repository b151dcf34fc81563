import type { ReactNode } from 'react'
import { orNotFound } from '#app/open-page.ts'
import { partsOf } from '#app/read-request.ts'
import { requireConnection } from '#lib/services/connections/read.ts'
import { requireSession } from '#lib/session.ts'

type LayoutProps = { children: ReactNode; params: Promise<unknown> }

/** Runs before every page of a connection: another person's is not found, whatever the page would read (C29). */
export default async function ConnectionLayout({ children, params }: LayoutProps) {
  const { userId } = await requireSession()
  await orNotFound(partsOf(params).then(({ id }) => requireConnection({ userId }, id)))
  return children
}
