import { redirect } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { leadOf } from '#app/(auth)/lead.ts'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthCard, AuthForm, EmailField, PasswordField } from '#components/auth/form.tsx'
import { type AuthQuery, readAuthQuery, withNext } from '#components/auth/query.ts'
import { TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { currentSession, lastTyped } from '#lib/session.ts'

export const generateMetadata = titleOf('auth.signUp.metaTitle')

export default openPage(async ({ query }) => {
  const [session, typed] = await Promise.all([currentSession(), lastTyped()])
  const authQuery = readAuthQuery(query)
  if (session) redirect(authQuery.next ?? '/start')
  const lead = await leadOf('signUp', authQuery.next)
  return <SignUpForm query={authQuery} lead={lead} typed={{ ...typed, email: typed.email ?? lead.email ?? '' }} />
})

type Typed = { name?: string; email?: string }

type SignUpFormProps = { query: AuthQuery; lead: Awaited<ReturnType<typeof leadOf>>; typed: Typed }

function SignUpForm({ query, lead, typed }: SignUpFormProps) {
  const t = useTranslations()
  const locale = useLocale()
  return (
    <AuthCard
      title={t('auth.signUp.title')}
      lead={lead.text}
      below={
        lead.isNew ? null : (
          <p>
            {t('auth.signUp.haveAccount')}{' '}
            <Link href={withNext('/signin', query)} className="link font-semibold">
              {t('auth.signUp.toSignIn')}
            </Link>
          </p>
        )
      }
    >
      <AuthForm
        action="/signup/start"
        sends={{ locale, next: query.next }}
        error={query.error}
        wait={query.wait}
        failed={t('auth.errors.signUpTitle')}
        submit={t('auth.signUp.submit')}
      >
        <TextField
          name="name"
          label={t('auth.name')}
          autoComplete="name"
          defaultValue={typed.name}
          maxLength={70}
          required
          error={query.fault?.field === 'name' ? t('auth.errors.fields.name.invalid') : undefined}
        />
        <EmailField label={t('auth.email')} value={typed.email} fault={query.fault} />
        <PasswordField label={t('auth.password')} fault={query.fault} />
      </AuthForm>
      <p className="mt-5 text-sm text-soft">{t('auth.signUp.legal')}</p>
    </AuthCard>
  )
}
