import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { SignOutForm } from '#components/layout/sign-out-form.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { refusals } from '#lib/domain/refusals/failure.ts'
import { readInvitation } from '#lib/services/merchant/invitations.ts'

export const generateMetadata = titleOf('merchant.invite.title', { robots: { index: false } })

export default userPage(async ({ part, query: { error }, session }) => {
  const token = part('token')
  const offer = await readInvitation(token, session.userId)
  const [t, words] = await Promise.all([getTranslations('merchant.invitation'), getTranslations('merchant')])
  const refusal = refusals.find(code => code === error)
  const isMine = offer.email === session.email
  return (
    <div className="max-w-2xl">
      <PageHeader title={t('title', { name: offer.organisationName })} />
      {refusal ? <RefusalNote code={refusal} /> : null}
      {offer.joined !== null && (isMine || offer.state !== 'open') ? (
        <Alert
          tone="success"
          title={t('joined', { name: offer.organisationName })}
          action={
            <PostButton action="/merchant/switch" sends={{ organisation: offer.joined }} variant="secondary">
              {t('go')}
            </PostButton>
          }
        />
      ) : offer.state !== 'open' ? (
        <Alert tone="warning" title={t('over')}>
          {t('overText')}
        </Alert>
      ) : isMine ? (
        <Card>
          <p className="mb-5">
            {t('text', { role: words(`roles.${offer.role}`), can: words(`roleTexts.${offer.role}`) })}
          </p>
          <PostButton action={`/invitation/${token}/accept`}>{t('accept')}</PostButton>
        </Card>
      ) : (
        <Alert
          tone="warning"
          title={t('otherTitle')}
          action={<SignOutForm className={buttonClass({ variant: 'secondary' })}>{t('signOut')}</SignOutForm>}
        >
          {t('other', { email: maskAddress(offer.email) })}
        </Alert>
      )}
    </div>
  )
})

/** Enough for its owner to recognise, too little for a finder of the link: `m•••@exemple.fr`. */
function maskAddress(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host}`
}
