import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/alert.tsx'
import { ConfirmLink } from './confirm-link.tsx'

/** The password is asked for before the form is shown, so that nothing typed is lost on the way (C24). */
export function FreshNote({ next }: { next: string }) {
  const t = useTranslations('failures.fresh')
  return (
    <Alert tone="info" title={t('title')} action={<ConfirmLink next={next} />}>
      {t('text')}
    </Alert>
  )
}
