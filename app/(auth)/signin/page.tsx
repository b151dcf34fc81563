import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { leadOf } from '#app/(auth)/lead.ts'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthCard, AuthForm, EmailField, PasswordField } from '#components/auth/form.tsx'
import { type AuthQuery, readAuthQuery, withNext } from '#components/auth/query.ts'
import { PasskeySignIn } from '#components/passkeys/sign-in.tsx'
import { Alert } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { currentSession, lastTyped } from '#lib/session.ts'

export const generateMetadata = titleOf('auth.signIn.metaTitle')

export default openPage(async ({ query }) => {
  const [session, typed] = await Promise.all([currentSession(), lastTyped()])
  // Whoever was signed in a moment ago has a session here, unless the browser refused its cookie.
  const authQuery = readAuthQuery(query.entered === '1' ? { ...query, error: 'no_cookies' } : query)
  if (session) redirect(authQuery.next ?? '/start')
  const lead = await leadOf('signIn', authQuery.next)
  if (lead.isNew) redirect(withNext('/signup', authQuery))
  return <SignInForm query={authQuery} lead={lead.text} email={typed.email ?? lead.email} />
})

/** A plain form: works without JavaScript and with password managers. */
function SignInForm({ query, lead, email }: { query: AuthQuery; lead: string; email: string | null }) {
  const t = useTranslations()
  return (
    <AuthCard
      title={t('auth.signIn.title')}
      lead={lead}
      below={
        <p>
          {t('auth.signIn.noAccount')}{' '}
          <Link href={withNext('/signup', query)} className="link font-semibold">
            {t('auth.signIn.toSignUp')}
          </Link>
        </p>
      }
    >
      <AuthForm
        action="/signin/start"
        sends={{ next: query.next }}
        error={query.error}
        wait={query.wait}
        failed={t('auth.errors.title')}
        submit={t('auth.signIn.submit')}
      >
        {query.notice && !query.error ? <Alert announce="polite">{t(`auth.notices.${query.notice}`)}</Alert> : null}
        <EmailField label={t('auth.email')} autoComplete="username webauthn" value={email ?? ''} />
        <PasswordField label={t('auth.password')} />
        {/* After the field, so that the Tab key goes from the address to the password. */}
        <p className="-mt-2 text-right text-sm">
          <Link href="/password/forgotten" className="link">
            {t('auth.signIn.forgotten')}
          </Link>
        </p>
      </AuthForm>
      <PasskeySignIn
        next={query.next}
        words={{
          or: t('auth.passkey.or'),
          signIn: t('auth.passkey.signIn'),
          failed: t('auth.passkey.failed'),
          too_many_tries: t('auth.passkey.too_many_tries'),
        }}
      />
    </AuthCard>
  )
}
