import { useTranslations } from 'next-intl'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'

/** All the person's data as one file. A link, not a button: the browser keeps what it is sent. */
export function ArchiveSection() {
  const t = useTranslations('leaving.archive')
  return (
    <Card aria-labelledby="archive-title">
      <CardHeader id="archive-title" title={t('title')} description={t('text')} />
      <a href="/settings/export" className={buttonClass({ variant: 'secondary', className: 'mt-4' })}>
        {t('action')}
      </a>
      <p className="mt-2 text-sm text-soft">{t('hint')}</p>
    </Card>
  )
}

/** The way out: what it means is said on its own page, behind the password. */
export function EraseSection() {
  const t = useTranslations('leaving.erase')
  return (
    <Card aria-labelledby="erase-title">
      <CardHeader id="erase-title" title={t('title')} description={t('text')} />
      <ButtonLink href="/settings/erase" variant="danger" prefetch={false} className="mt-4">
        {t('open')}
      </ButtonLink>
    </Card>
  )
}
