import { redirect } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { readWait } from '#components/auth/query.ts'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { ReauthenticationForm } from '#components/settings/reauthentication-form.tsx'
import { listPasskeys } from '#lib/services/people/passkeys.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { ownPath, requireSession } from '#lib/session.ts'

type ConfirmPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('leaving.confirm.title')

export default async function ConfirmPage({ searchParams }: ConfirmPageProps) {
  const session = await requireSession()
  const query = await queryOf(searchParams)
  const { next, error, held } = query
  const onTo = ownPath(typeof next === 'string' ? next : null)
  if (isFreshlyAuthenticated(session)) redirect(onTo ?? '/settings')
  return (
    <ClientWords areas={['common', 'leaving']}>
      <ReauthenticationForm
        email={session.email}
        next={onTo}
        isHeld={held === '1'}
        hasPasskey={(await listPasskeys(session.userId)).length > 0}
        error={typeof error === 'string' ? error : null}
        wait={readWait(query)}
      />
    </ClientWords>
  )
}
