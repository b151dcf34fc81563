import { redirect } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { readAuthQuery } from '#components/auth/query.ts'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { PasswordForm } from '#components/settings/password-form.tsx'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { requireSession } from '#lib/session.ts'

type PasswordPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('settings.password.title')

export default async function PasswordPage({ searchParams }: PasswordPageProps) {
  const session = await requireSession()
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/password')
  const { error, fault } = readAuthQuery(await queryOf(searchParams))
  return (
    <ClientWords areas={['common']}>
      <PasswordForm email={session.email} fault={fault} isFailed={error !== null} />
    </ClientWords>
  )
}
