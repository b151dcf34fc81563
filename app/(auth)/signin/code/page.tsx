import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { openPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AuthCard } from '#components/auth/card.tsx'
import { type AuthQuery, readAuthQuery } from '#components/auth/query.ts'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
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
      <form method="post" action="/signin/code/start" className="grid gap-5">
        {query.error && !isWrong ? (
          <Alert tone="danger" title={t('errors.title')} announce="assertive">
            {t(`errors.${query.error}`, query.wait)}
          </Alert>
        ) : null}
        {query.next ? <input type="hidden" name="next" value={query.next} /> : null}
        <TextField
          id="code"
          name="code"
          label={t('code.label')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
          error={isWrong ? t('code.wrong') : undefined}
        />
        <button type="submit" className={buttonClass({ size: 'large', wide: true, className: 'mt-1' })}>
          {t('signIn.submit')}
        </button>
      </form>
    </AuthCard>
  )
}
