import { redirect } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { CodeForm } from '#components/auth/code-form.tsx'
import { readAuthQuery } from '#components/auth/query.ts'
import { openPending } from '#lib/services/people/second-factor.ts'
import { currentSession, readPending } from '#lib/session.ts'

type CodePageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('auth.code.title', { robots: { index: false } })

/** The second factor, after the password. */
export default async function CodePage({ searchParams }: CodePageProps) {
  const [query, session, pending] = await Promise.all([queryOf(searchParams), currentSession(), readPending()])
  const authQuery = readAuthQuery(query)
  if (session) redirect(authQuery.next ?? '/start')
  if (!(await openPending(pending))) redirect(query.entered === '1' ? '/signin?entered=1' : '/signin')
  return <CodeForm query={authQuery} isWrong={query.error === 'wrong_code'} />
}
