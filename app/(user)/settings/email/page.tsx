import { redirect } from 'next/navigation'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { readAuthQuery } from '#components/auth/query.ts'
import { AddressForm } from '#components/settings/address-form.tsx'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { requireSession } from '#lib/session.ts'

type AddressPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('settings.address.title')

export default async function AddressPage({ searchParams }: AddressPageProps) {
  const session = await requireSession()
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/email')
  const query = await queryOf(searchParams)
  return <AddressForm email={session.email} query={readAuthQuery(query)} isSent={query.sent === '1'} />
}
