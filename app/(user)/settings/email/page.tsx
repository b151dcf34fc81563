import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthForm, EmailField } from '#components/auth/form.tsx'
import { type AuthQuery, readAuthQuery } from '#components/auth/query.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('settings.address.title')

export default userPage(({ session, query }) => {
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/email')
  return <AddressForm email={session.email} query={readAuthQuery(query)} isSent={query.sent === '1'} />
})

type AddressFormProps = { email: string; query: AuthQuery; isSent: boolean }

/** Changes the email address. The answer does not reveal whether another account has it (C27). Works without JavaScript. */
function AddressForm({ email, query, isSent }: AddressFormProps) {
  const t = useTranslations('settings.address')
  return (
    <div className="max-w-xl">
      <PageHeader title={t('title')} lead={<span className="wrap-anywhere">{t('lead', { email })}</span>} />
      <Card as="div">
        <AuthForm
          action="/settings/email/start"
          error={query.error}
          wait={query.wait}
          failed={t('failed')}
          submit={t('submit')}
          cancel={t('cancel')}
        >
          {isSent && !query.error && !query.fault ? (
            <Alert tone="success" title={t('sentTitle')} announce="polite">
              {t('sent')}
            </Alert>
          ) : null}
          <EmailField label={t('next')} autoComplete="email" fault={query.fault} />
        </AuthForm>
      </Card>
    </div>
  )
}
