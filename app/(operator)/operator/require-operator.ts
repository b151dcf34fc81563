import { notFound } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { isOperator } from '#lib/services/operator/access.ts'
import { type CurrentSession, requireSession } from '#lib/session.ts'

/** For every page of the operator console: an operator's session; for everybody else there is no such page. */
export async function requireOperator(): Promise<CurrentSession> {
  const session = await requireSession()
  if (!(await isOperator(session.userId))) notFound()
  return session
}

/** Query of a page as a form left it: single values, empty ones left out. */
export async function readSearch(searchParams: Promise<unknown>): Promise<Record<string, string>> {
  const entries = Object.entries(await queryOf(searchParams))
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  )
}
