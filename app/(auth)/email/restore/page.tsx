import { useTranslations } from 'next-intl'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthCard } from '#components/auth/form.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { readWayBack } from '#lib/services/people/profile.ts'

export const generateMetadata = titleOf('auth.addressRestore.title', { robots: { index: false } })

/** Target of the link mailed to the address that an account had. Opening it changes nothing: programs that scan mail open every link. */
export default openPage(async ({ query }) => {
  const token = typeof query.token === 'string' ? query.token : ''
  const link = await readWayBack(token)
  return (
    <AddressRestore
      state={link ? 'open' : query.done === '1' ? 'done' : 'over'}
      token={token}
      email={link?.email ?? ''}
    />
  )
})

type AddressRestoreProps = { state: 'open' | 'done' | 'over'; token: string; email: string }

function AddressRestore({ state, token, email }: AddressRestoreProps) {
  const t = useTranslations('auth.addressRestore')
  const words = {
    open: { title: t('title'), lead: t('lead', { email }) },
    done: { title: t('doneTitle'), lead: t('doneText') },
    over: { title: t('overTitle'), lead: t('overText') },
  }[state]
  return (
    <AuthCard title={words.title} lead={<span className="wrap-anywhere">{words.lead}</span>} below={null}>
      {state === 'open' ? (
        <PostButton action="/email/restore/start" sends={{ token }} size="large" wide>
          {t('submit')}
        </PostButton>
      ) : (
        <ButtonLink href={state === 'done' ? '/signin' : '/password/forgotten'} variant="secondary" size="large" wide>
          {state === 'done' ? t('signIn') : t('newPassword')}
        </ButtonLink>
      )}
    </AuthCard>
  )
}
