import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthForm, EmailField } from '#components/auth/form.tsx'
import { type AuthQuery, readAuthQuery } from '#components/auth/query.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { lastTyped } from '#lib/session.ts'

export const generateMetadata = titleOf('settings.address.title')

export default userPage(async ({ session, query: asked }) => {
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/email')
  const query = readAuthQuery(asked)
  const typed = query.error || query.fault ? (await lastTyped()).email : undefined
  return <AddressForm email={session.email} query={query} typed={typed} isSent={asked.sent === '1'} />
})

type AddressFormProps = { email: string; query: AuthQuery; typed: string | undefined; isSent: boolean }

/** Changes the email address. The answer does not reveal whether another account has it (C27). Works without JavaScript. */
function AddressForm({ email, query, typed, isSent }: AddressFormProps) {
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
          <EmailField label={t('next')} autoComplete="email" value={typed} fault={query.fault} />
        </AuthForm>
      </Card>
    </div>
  )
}
