import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { AuthCard } from './card.tsx'
import type { AuthQuery } from './query.ts'

type ForgottenFormProps = {
  query: AuthQuery
  isSent: boolean
  email: string
  /** The address to contact if no mail can be sent; null otherwise. */
  contact: string | null
}

/** Requests a link to choose a new password. The answer does not reveal whether the address has an account (C27). */
export function ForgottenForm({ query, isSent, email, contact }: ForgottenFormProps) {
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
      <form method="post" action="/password/forgotten/start" className="grid gap-5">
        {contact === null ? null : <Alert tone="warning">{t('forgotten.noServer', { contact })}</Alert>}
        {isSent && !query.error && !query.fault ? (
          <Alert tone="success" title={t('forgotten.sentTitle')} announce="polite">
            {t('forgotten.sent')}
          </Alert>
        ) : null}
        {query.error ? (
          <Alert tone="danger" title={t('forgotten.failed')} announce="assertive">
            {t(`errors.${query.error}`, query.wait)}
          </Alert>
        ) : null}
        <TextField
          id="email"
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          maxLength={254}
          required
          error={query.fault?.field === 'email' ? t('errors.fields.email.invalid') : undefined}
        />
        <button type="submit" className={buttonClass({ size: 'large', wide: true, className: 'mt-1' })}>
          {t('forgotten.submit')}
        </button>
      </form>
    </AuthCard>
  )
}
