import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AddressLink } from '#components/auth/address-link.tsx'
import { readAddressLink } from '#lib/services/people/profile.ts'

export const generateMetadata = titleOf('auth.addressChange.title', { robots: { index: false } })

export default userPage(async ({ session: { userId, email }, one }) => (
  <AddressLink
    of="addressChange"
    token={one('token') ?? ''}
    link={await readAddressLink({ userId }, one('token') ?? '')}
    isDone={one('done') === '1'}
    email={email}
    action="/email/change/start"
    next="/settings"
    again="/settings/email"
  />
))
