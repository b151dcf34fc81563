import { redirect } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { readAuthQuery } from '#components/auth/query.ts'
import { SignUpForm } from '#components/auth/sign-up-form.tsx'
import { currentSession, lastTyped } from '#lib/session.ts'

type SignUpPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('auth.signUp.metaTitle')

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  const [query, session, typed] = await Promise.all([queryOf(searchParams), currentSession(), lastTyped()])
  const authQuery = readAuthQuery(query)
  if (session) redirect(authQuery.next ?? '/start')
  return <SignUpForm query={authQuery} typed={typed} />
}
