import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { SignUpSent } from '#components/auth/sign-up-sent.tsx'
import { currentSession, lastTyped } from '#lib/session.ts'

export async function generateMetadata() {
  return { title: (await getTranslations('auth'))('signUpSent.title'), robots: { index: false } }
}

/** After the sign-up form: the same for an address that has an account already (C27). */
export default async function SignUpSentPage() {
  const [session, typed] = await Promise.all([currentSession(), lastTyped()])
  if (session) redirect('/home')
  return <SignUpSent email={typed.email} />
}
