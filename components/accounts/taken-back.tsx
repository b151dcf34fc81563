import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import type { TakenBackLine } from '#lib/views/taken-back.ts'

/** What the bank gave and no longer gives, until it was read. */
export function TakenBack({ accountId, lines }: { accountId: string; lines: readonly TakenBackLine[] }) {
  const t = useTranslations('accounts.takenBack')
  if (lines.length === 0) return null
  const dismiss = (
    <PostButton
      action={`/accounts/${accountId}/taken-back`}
      sends={{ ids: lines.map(({ id }) => id).join(' ') }}
      variant="secondary"
      size="small"
    >
      {t('dismiss')}
    </PostButton>
  )
  return (
    <Alert className="mb-6" title={t('title', { count: lines.length })} action={dismiss}>
      <p>{t('text', { count: lines.length })}</p>
      <ul className="mt-2 grid gap-2">
        {lines.map(({ id, label, day, amount, currency }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 text-ink">
            <span className="min-w-0 wrap-anywhere">
              <bdi>{label || t('noText')}</bdi> · <DateText value={day} />
            </span>
            <Money value={{ amount, currency }} signed className="font-medium" />
          </li>
        ))}
      </ul>
    </Alert>
  )
}
