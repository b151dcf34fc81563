import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Alert } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import type { ExpiringKey } from '#lib/views/api-key.ts'

/** A note for each key that expires soon, with the page where a later day can be chosen. */
export function ExpiringKeys({ keys }: { keys: readonly ExpiringKey[] }) {
  const t = useTranslations('keys')
  const locale = useLocale()
  return keys.map(({ id, name, expiresOn }) => (
    <Alert
      key={id}
      tone="warning"
      action={
        <ButtonLink href={`/keys/${id}`} size="small" variant="secondary">
          {t('seeKey')}
        </ButtonLink>
      }
    >
      {t('expiring', { name, day: formatDate(expiresOn, locale, 'long') })}
    </Alert>
  ))
}
