import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { AuthCard } from './card.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import type { AuthQuery } from './query.ts'

type NewPasswordFormProps = {
  query: AuthQuery
  token: string
  /** The account, its passkeys that stay, and whether this confirms its address; null if the link has expired. */
  link: { readonly email: string; readonly passkeys: readonly string[]; readonly isFirst: boolean } | null
}

/** The page linked in the mail for a new password. Opening it changes nothing; sending the form uses up the link. */
export function NewPasswordForm({ query, token, link }: NewPasswordFormProps) {
  const t = useTranslations('auth')
  const below = (
    <Link href="/signin" className="link font-semibold">
      {t('forgotten.back')}
    </Link>
  )
  if (link === null)
    return (
      <AuthCard title={t('newPassword.overTitle')} lead={t('newPassword.overText')} below={below}>
        <ButtonLink href="/password/forgotten" size="large" wide>
          {t('newPassword.again')}
        </ButtonLink>
      </AuthCard>
    )
  const { email, passkeys, isFirst } = link
  return (
    <AuthCard title={t('newPassword.title')} lead={t('newPassword.lead')} below={below}>
      <form method="post" action="/password/new/start" className="grid gap-5">
        {query.error ? (
          <Alert tone="danger" title={t('newPassword.failed')} announce="assertive">
            {t(`errors.${query.error}`, query.wait)}
          </Alert>
        ) : null}
        <input type="hidden" name="token" value={token} />
        <p className="wrap-anywhere font-semibold">{email}</p>
        {/* Password managers look for the user name next to the password. */}
        <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
        {isFirst ? <p>{t('newPassword.first')}</p> : null}
        {passkeys.length > 0 ? (
          <div>
            <p>{t('newPassword.passkeys')}</p>
            <ul className="mt-2 list-disc ps-5 wrap-anywhere">
              {passkeys.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list never changes
                <li key={at}>{name}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <NewPasswordField label={t('newPassword.field')} fault={query.fault} />
        <button type="submit" className={buttonClass({ size: 'large', wide: true, className: 'mt-1' })}>
          {t('newPassword.submit')}
        </button>
      </form>
    </AuthCard>
  )
}
