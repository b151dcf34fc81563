import { notFound } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { isOperator } from '#lib/services/operator/access.ts'
import { type CurrentSession, requireSession } from '#lib/session.ts'

/** For every page of the operator console: the operator's session; not found for everybody else. */
export async function requireOperator(): Promise<CurrentSession> {
  const session = await requireSession()
  if (!(await isOperator(session.userId))) notFound()
  return session
}

/** A page's query from a form: single values, without empty ones. */
export async function readSearch(searchParams: Promise<unknown>): Promise<Record<string, string>> {
  const entries = Object.entries(await queryOf(searchParams))
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  )
}
