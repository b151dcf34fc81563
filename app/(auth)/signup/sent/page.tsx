import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { titleOf } from '#app/title-of.ts'
import { AuthCard } from '#components/auth/form.tsx'
import { NumberedSteps } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { currentSession, lastTyped } from '#lib/session.ts'

export const generateMetadata = titleOf('auth.signUpSent.title', { robots: { index: false } })

/** After the sign-up form: the same for an address that has an account already (C27). */
export default async function SignUpSentPage() {
  const [session, typed] = await Promise.all([currentSession(), lastTyped()])
  if (session) redirect('/home')
  return <SignUpSent email={typed.email ?? ''} />
}

/** The next steps after the form: the mail, its button, the first bank. `email` is '' once the browser has forgotten it. */
function SignUpSent({ email }: { email: string }) {
  const t = useTranslations('auth.signUpSent')
  const steps = (['open', 'confirm', 'link'] as const).map(key => ({ key, text: t(`steps.${key}`) }))
  return (
    <AuthCard
      title={t('title')}
      lead={<span className="wrap-anywhere">{email === '' ? t('lead') : t('leadTo', { email })}</span>}
      below={
        <>
          <p>{t('nothing')}</p>
          <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
            <Link href="/signup" className="link font-semibold">
              {t('again')}
            </Link>
            <Link href="/signin" className="link font-semibold">
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
