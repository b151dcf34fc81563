import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AddressLink } from '#components/auth/address-link.tsx'
import { readWayBack } from '#lib/services/people/profile.ts'

export const generateMetadata = titleOf('auth.addressRestore.title', { robots: { index: false } })

export default openPage(async ({ one }) => (
  <AddressLink
    of="addressRestore"
    token={one('token') ?? ''}
    link={await readWayBack(one('token') ?? '')}
    isDone={one('done') === '1'}
    action="/email/restore/start"
    next="/signin"
    again="/password/forgotten"
  />
))
