import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { type AuthQuery, readAuthQuery } from '#components/auth/query.ts'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
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
  const tAuth = useTranslations('auth')
  return (
    <div className="max-w-xl">
      <PageHeader title={t('title')} lead={<span className="wrap-anywhere">{t('lead', { email })}</span>} />
      <Card as="div">
        <form method="post" action="/settings/email/start" className="grid gap-5">
          {isSent && !query.error && !query.fault ? (
            <Alert tone="success" title={t('sentTitle')} announce="polite">
              {t('sent')}
            </Alert>
          ) : null}
          {query.error ? (
            <Alert tone="danger" title={t('failed')} announce="assertive">
              {tAuth(`errors.${query.error}`, query.wait)}
            </Alert>
          ) : null}
          <TextField
            id="email"
            name="email"
            type="email"
            label={t('next')}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
            error={query.fault?.field === 'email' ? tAuth('errors.fields.email.invalid') : undefined}
          />
          <div className="flex flex-col-reverse gap-3 sm:flex-row">
            <ButtonLink href="/settings" variant="secondary">
              {t('cancel')}
            </ButtonLink>
            <button type="submit" className={buttonClass()}>
              {t('submit')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}
