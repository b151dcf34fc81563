import { useTranslations } from 'next-intl'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { AuthCard, AuthForm, PasswordField, UserName } from './form.tsx'
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
      <AuthForm
        action="/password/new/start"
        sends={{ token }}
        error={query.error}
        wait={query.wait}
        failed={t('newPassword.failed')}
        submit={t('newPassword.submit')}
      >
        <p className="wrap-anywhere font-semibold">{email}</p>
        <UserName email={email} />
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
        <PasswordField label={t('newPassword.field')} fault={query.fault} />
      </AuthForm>
    </AuthCard>
  )
}
