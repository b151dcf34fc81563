import { notFound } from 'next/navigation'
import type { Page, Render } from '#app/open-page.ts'
import { framePage } from '#app/page-frame.ts'
import type { Query } from '#app/read-request.ts'
import { isOperator } from '#lib/services/operator/access.ts'
import { type CurrentSession, requireSession } from '#lib/session.ts'

type Asked = {
  readonly operator: CurrentSession
  /** The query, from a form: single values, without empty ones. */
  readonly search: Readonly<Record<string, string>>
}

/** A page of the operators' console: not found for everybody else. */
export function operatorPage(render: Render<Asked>): Page {
  return framePage(
    async () => ({ operator: await requireOperator() }),
    asked => render(Object.assign(asked, { search: filledOf(asked.query) })),
  )
}

export async function requireOperator(): Promise<CurrentSession> {
  const session = await requireSession()
  if (!(await isOperator(session.userId))) notFound()
  return session
}

function filledOf(query: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  )
}
