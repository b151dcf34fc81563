import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { titleOf } from '#app/title-of.ts'
import { AuthCard } from '#components/auth/form.tsx'
import { withNext } from '#components/auth/query.ts'
import { NumberedSteps } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { aimOf } from '#lib/domain/people/aim.ts'
import { currentSession, lastTyped, readSignUpBrowser } from '#lib/session.ts'

export const generateMetadata = titleOf('auth.signUpSent.title', { robots: { index: false } })

/** After the sign-up form: the same for an address that has an account already (C27). */
export default async function SignUpSentPage() {
  const [session, typed, browser] = await Promise.all([currentSession(), lastTyped(), readSignUpBrowser()])
  const next = browser?.next ?? null
  if (session) redirect(next ?? '/home')
  return <SignUpSent email={typed.email ?? ''} next={next} />
}

/** The next steps after the form: the mail, its button, the first bank or the organisation. `email` is '' once the browser has forgotten it. */
function SignUpSent({ email, next }: { email: string; next: string | null }) {
  const t = useTranslations('auth.signUpSent')
  const last = aimOf(next) === 'merchant' ? 'merchant' : 'link'
  const steps = (['open', 'confirm', last] as const).map(key => ({ key, text: t(`steps.${key}`) }))
  return (
    <AuthCard
      title={t('title')}
      lead={<span className="wrap-anywhere">{email === '' ? t('lead') : t('leadTo', { email })}</span>}
      below={
        <>
          <p>{t('nothing')}</p>
          <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
            <Link href={withNext('/signup', { next })} className="link font-semibold">
              {t('again')}
            </Link>
            <Link href={withNext('/signin', { next })} className="link font-semibold">
              {t('signIn')}
            </Link>
          </p>
        </>
      }
    >
      <NumberedSteps steps={steps} />
    </AuthCard>
  )
}
