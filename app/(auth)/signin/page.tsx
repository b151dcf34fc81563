import { redirect } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { readAuthQuery } from '#components/auth/query.ts'
import { SignInForm } from '#components/auth/sign-in-form.tsx'
import { currentSession, lastTyped } from '#lib/session.ts'

type SignInPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('auth.signIn.metaTitle')

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const [query, session, typed] = await Promise.all([queryOf(searchParams), currentSession(), lastTyped()])
  // Whoever was signed in a moment ago has a session here, unless the browser refused its cookie.
  const authQuery = readAuthQuery(query.entered === '1' ? { ...query, error: 'no_cookies' } : query)
  if (session) redirect(authQuery.next ?? '/start')
  return <SignInForm query={authQuery} email={typed.email} />
}
