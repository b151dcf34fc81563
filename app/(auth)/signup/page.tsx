import { redirect } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { openPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthCard } from '#components/auth/card.tsx'
import { type AuthFault, type AuthField, type AuthQuery, readAuthQuery, withNext } from '#components/auth/query.ts'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { describeControl, Field, TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { PasswordInput } from '#components/ui/password-input.tsx'
import { currentSession, lastTyped } from '#lib/session.ts'

export const generateMetadata = titleOf('auth.signUp.metaTitle')

export default openPage(async ({ query }) => {
  const [session, typed] = await Promise.all([currentSession(), lastTyped()])
  const authQuery = readAuthQuery(query)
  if (session) redirect(authQuery.next ?? '/start')
  return <SignUpForm query={authQuery} typed={typed} />
})

type Typed = { name?: string; email?: string }

function SignUpForm({ query, typed = {} }: { query: AuthQuery; typed?: Typed }) {
  const t = useTranslations()
  const locale = useLocale()
  const fault = query.fault
  const faultOf = (field: AuthField) => (fault?.field === field ? t(faultKey(fault)) : undefined)
  const password = {
    id: 'password',
    label: t('auth.password'),
    hint: t('auth.passwordHint'),
    error: faultOf('password'),
  }
  return (
    <AuthCard
      title={t('auth.signUp.title')}
      lead={t('auth.signUp.lead')}
      below={
        <p>
          {t('auth.signUp.haveAccount')}{' '}
          <Link href={withNext('/signin', query)} className="link font-semibold">
            {t('auth.signUp.toSignIn')}
          </Link>
        </p>
      }
    >
      <form method="post" action="/signup/start" className="grid gap-5">
        {query.error ? (
          <Alert tone="danger" title={t('auth.errors.signUpTitle')} announce="assertive">
            {t(`auth.errors.${query.error}`, query.wait)}
          </Alert>
        ) : null}
        <input type="hidden" name="locale" value={locale} />
        {query.next ? <input type="hidden" name="next" value={query.next} /> : null}
        <TextField
          id="name"
          name="name"
          label={t('auth.name')}
          autoComplete="name"
          defaultValue={typed.name}
          maxLength={70}
          required
          error={faultOf('name')}
        />
        <TextField
          id="email"
          name="email"
          type="email"
          label={t('auth.email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed.email}
          maxLength={254}
          required
          error={faultOf('email')}
        />
        <Field {...password}>
          <PasswordInput
            {...describeControl(password)}
            name="password"
            autoComplete="new-password"
            minLength={8}
            required
            showLabel={t('common.showPassword')}
            hideLabel={t('common.hidePassword')}
          />
        </Field>
        <button type="submit" className={buttonClass({ size: 'large', wide: true, className: 'mt-1' })}>
          {t('auth.signUp.submit')}
        </button>
        <p className="text-sm text-soft">{t('auth.signUp.legal')}</p>
      </form>
    </AuthCard>
  )
}

function faultKey({ field, fault }: AuthFault) {
  if (field === 'password') return `auth.errors.fields.password.${fault}` as const
  return `auth.errors.fields.${field}.invalid` as const
}
