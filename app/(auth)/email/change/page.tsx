import { getTranslations } from 'next-intl/server'
import { queryOf } from '#app/read-request.ts'
import { AddressChange } from '#components/auth/address-change.tsx'
import { readAddressLink } from '#lib/services/people/profile.ts'
import { requireSession } from '#lib/session.ts'

type AddressChangePageProps = { searchParams: Promise<unknown> }

export async function generateMetadata() {
  return { title: (await getTranslations('auth'))('addressChange.title'), robots: { index: false } }
}

/** Where the mail to a new address leads. Opening it changes nothing: programs that read mail open every link. */
export default async function AddressChangePage({ searchParams }: AddressChangePageProps) {
  const [{ userId, email }, query] = await Promise.all([requireSession(), queryOf(searchParams)])
  const token = typeof query.token === 'string' ? query.token : ''
  const link = await readAddressLink(userId, token)
  const state = link ? 'open' : query.done === '1' ? 'done' : 'over'
  return <AddressChange state={state} token={token} email={link?.email ?? email} />
}
