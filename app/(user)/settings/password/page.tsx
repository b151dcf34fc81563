import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { FormEnd, PasswordField, UserName } from '#components/auth/form.tsx'
import { type AuthFault, readAuthQuery } from '#components/auth/query.ts'
import { PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('settings.password.title')

export default userPage([], ({ session, query }) => {
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/password')
  const { error, fault } = readAuthQuery(query)
  return <PasswordForm email={session.email} fault={fault} isFailed={error !== null} />
})

type PasswordFormProps = { email: string; fault: AuthFault | null; isFailed: boolean }

/** Changes the password after fresh authentication. A plain form: it works without JavaScript. */
function PasswordForm({ email, fault, isFailed }: PasswordFormProps) {
  const t = useTranslations('settings.password')
  return (
    <div className="max-w-xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card as="div">
        <PostForm action="/settings/password/start" className="grid gap-5">
          {isFailed ? (
            <Alert tone="danger" title={t('failed')} announce="assertive">
              {t('failedText')}
            </Alert>
          ) : null}
          <UserName email={email} />
          <PasswordField label={t('next')} fault={fault} />
          <FormEnd cancel={t('cancel')} submit={t('submit')} />
        </PostForm>
      </Card>
    </div>
  )
}
