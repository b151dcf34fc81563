import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'

/** Said before somebody fills in a form that an old password would refuse. */
export function FreshNote({ next }: { next: string }) {
  const t = useTranslations('operator')
  return (
    <Alert
      tone="info"
      title={t('passwordFirst')}
      action={
        <ButtonLink href={`/settings/confirm?next=${encodeURIComponent(next)}`} size="small" variant="secondary">
          {t('confirmPassword')}
        </ButtonLink>
      }
    >
      {t('passwordFirstText')}
    </Alert>
  )
}
