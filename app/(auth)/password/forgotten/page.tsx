import { useTranslations } from 'next-intl'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthCard, AuthForm, EmailField } from '#components/auth/form.tsx'
import { type AuthQuery, readAuthQuery } from '#components/auth/query.ts'
import { Alert } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { readLegal } from '#lib/services/people/legal.ts'
import { canMail } from '#lib/services/people/verification.ts'
import { lastTyped } from '#lib/session.ts'

export const generateMetadata = titleOf('auth.forgotten.metaTitle')

export default openPage(async ({ query }) => {
  const typed = await lastTyped()
  const contact = canMail() ? null : readLegal().contact
  return (
    <ForgottenForm
      query={readAuthQuery(query)}
      isSent={contact === null && query.sent === '1'}
      email={typed.email ?? ''}
      contact={contact}
    />
  )
})

type ForgottenFormProps = {
  query: AuthQuery
  isSent: boolean
  email: string
  /** The address to contact if no mail can be sent; null otherwise. */
  contact: string | null
}

/** Requests a link to choose a new password. The answer does not reveal whether the address has an account (C27). */
function ForgottenForm({ query, isSent, email, contact }: ForgottenFormProps) {
  const t = useTranslations('auth')
  return (
    <AuthCard
      title={t('forgotten.title')}
      lead={t('forgotten.lead')}
      below={
        <Link href="/signin" className="link font-semibold">
          {t('forgotten.back')}
        </Link>
      }
    >
      <AuthForm
        action="/password/forgotten/start"
        error={query.error}
        wait={query.wait}
        failed={t('forgotten.failed')}
        submit={t('forgotten.submit')}
      >
        {contact === null ? null : <Alert tone="warning">{t('forgotten.noServer', { contact })}</Alert>}
        {isSent && !query.error && !query.fault ? (
          <Alert tone="success" title={t('forgotten.sentTitle')} announce="polite">
            {t('forgotten.sent')}
          </Alert>
        ) : null}
        <EmailField label={t('email')} value={email} fault={query.fault} />
      </AuthForm>
    </AuthCard>
  )
}
