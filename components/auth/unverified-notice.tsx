import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { SendVerificationForm } from './send-verification-form.tsx'

/** Stands on every page of somebody whose address is not confirmed: what waits for it, and the mail once more. */
export function UnverifiedNotice({ email }: { email: string }) {
  const t = useTranslations('auth.unverified')
  return (
    <Alert
      tone="warning"
      className="mb-6 wrap-anywhere"
      title={t('title')}
      action={
        <SendVerificationForm className={buttonClass({ variant: 'secondary', size: 'small' })}>
          {t('send')}
        </SendVerificationForm>
      }
    >
      {t('text', { email })}
    </Alert>
  )
}
