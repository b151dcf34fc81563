import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { NumberedSteps } from '#components/ui/numbered-steps.tsx'
import { AuthCard } from './card.tsx'

/** What happens after the form: the mail, its button, the first bank. `email` is '' once the browser has forgotten it. */
export function SignUpSent({ email }: { email: string }) {
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
