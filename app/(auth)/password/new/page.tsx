import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { NewPasswordForm } from '#components/auth/new-password-form.tsx'
import { readAuthQuery } from '#components/auth/query.ts'
import { readResetLink } from '#lib/services/people/password-change.ts'

export const generateMetadata = titleOf('auth.newPassword.metaTitle', { robots: { index: false } })

export default openPage(async ({ query }) => {
  const token = typeof query.token === 'string' ? query.token : ''
  const link = await readResetLink(token)
  return <NewPasswordForm query={readAuthQuery(query)} token={token} link={link} />
})
