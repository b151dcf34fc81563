import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthCard } from '#components/auth/form.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { readAddressLink } from '#lib/services/people/profile.ts'

export const generateMetadata = titleOf('auth.addressChange.title', { robots: { index: false } })

/** Target of the link mailed to a new address. Opening it changes nothing, because programs that scan mail open every link. */
export default userPage(async ({ session: { userId, email }, query }) => {
  const token = typeof query.token === 'string' ? query.token : ''
  const link = await readAddressLink({ userId }, token)
  const state = link ? 'open' : query.done === '1' ? 'done' : 'over'
  return <AddressChange state={state} token={token} email={link?.email ?? email} />
})

type AddressChangeProps = { state: 'open' | 'done' | 'over'; token: string; email: string }

/** The state of the change of address; the button makes it, however often the page is opened. */
function AddressChange({ state, token, email }: AddressChangeProps) {
  const t = useTranslations('auth.addressChange')
  const words = {
    open: { title: t('title'), lead: t('lead', { email }) },
    done: { title: t('doneTitle'), lead: t('doneText', { email }) },
    over: { title: t('overTitle'), lead: t('overText') },
  }[state]
  return (
    <AuthCard title={words.title} lead={<span className="wrap-anywhere">{words.lead}</span>} below={null}>
      {state === 'open' ? (
        <PostButton action="/email/change/start" sends={{ token }} size="large" wide>
          {t('submit')}
        </PostButton>
      ) : (
        <ButtonLink href={state === 'done' ? '/settings' : '/settings/email'} variant="secondary" size="large" wide>
          {state === 'done' ? t('settings') : t('again')}
        </ButtonLink>
      )}
    </AuthCard>
  )
}
