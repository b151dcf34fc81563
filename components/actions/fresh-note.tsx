import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'

/** The password is asked for before the form is shown, so that nothing typed is lost on the way (C24). */
export function FreshNote({ next }: { next: string }) {
  const t = useTranslations('failures.fresh')
  return (
    <Alert
      tone="info"
      title={t('title')}
      action={
        <ButtonLink href={`/settings/confirm?next=${encodeURIComponent(next)}`} size="small" prefetch={false}>
          {t('confirm')}
        </ButtonLink>
      }
    >
      {t('text')}
    </Alert>
  )
}
