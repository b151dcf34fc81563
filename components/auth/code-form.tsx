import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { AuthCard } from './card.tsx'
import type { AuthQuery } from './query.ts'

/** The second factor after the password. A plain form: it works without JavaScript. */
export function CodeForm({ query, isWrong }: { query: AuthQuery; isWrong: boolean }) {
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
