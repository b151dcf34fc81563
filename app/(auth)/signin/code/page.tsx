import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthCard, AuthForm } from '#components/auth/form.tsx'
import { type AuthQuery, readAuthQuery } from '#components/auth/query.ts'
import { TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { openPending } from '#lib/services/people/second-factor.ts'
import { currentSession, readPending } from '#lib/session.ts'

export const generateMetadata = titleOf('auth.code.title', { robots: { index: false } })

/** The second factor, after the password. */
export default openPage(async ({ query }) => {
  const [session, pending] = await Promise.all([currentSession(), readPending()])
  const authQuery = readAuthQuery(query)
  if (session) redirect(authQuery.next ?? '/start')
  if (!(await openPending(pending))) redirect(query.entered === '1' ? '/signin?entered=1' : '/signin')
  return <CodeForm query={authQuery} isWrong={query.error === 'wrong_code'} />
})

/** The second factor after the password. A plain form: it works without JavaScript. */
function CodeForm({ query, isWrong }: { query: AuthQuery; isWrong: boolean }) {
  const t = useTranslations('auth')
  return (
    <AuthCard
      title={t('code.title')}
      lead={t('code.lead')}
      below={
        <>
          <p>{t('code.lost')}</p>
          <p className="mt-3">
            <Link href="/signin" className="link font-semibold">
              {t('forgotten.back')}
            </Link>
          </p>
        </>
      }
    >
      <AuthForm
        action="/signin/code/start"
        sends={{ next: query.next }}
        error={isWrong ? null : query.error}
        wait={query.wait}
        failed={t('errors.title')}
        submit={t('signIn.submit')}
      >
        <TextField
          name="code"
          label={t('code.label')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
          error={isWrong ? t('code.wrong') : undefined}
        />
      </AuthForm>
    </AuthCard>
  )
}
