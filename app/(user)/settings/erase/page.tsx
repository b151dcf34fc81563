import { redirect } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { ErasePanel } from '#components/settings/erase-panel.tsx'
import { previewErasure } from '#lib/services/data-rights/erase-everything.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { requireSession } from '#lib/session.ts'

type ErasePageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('leaving.erase.title')

export default async function ErasePage({ searchParams }: ErasePageProps) {
  const session = await requireSession()
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/erase')
  const { error } = await queryOf(searchParams)
  return <ErasePanel preview={await previewErasure(session.userId)} error={typeof error === 'string' ? error : null} />
}
