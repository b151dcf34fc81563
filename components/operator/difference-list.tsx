import { useTranslations } from 'next-intl'
import { Badge } from '#components/ui/card.tsx'
import type { RegistrationDifference } from '#lib/domain/bank/registration-diff.ts'

const tones = { added: 'success', removed: 'danger', changed: 'warning' } as const

/** What changes, member by member: before and after. */
export function DifferenceList({ lines }: { lines: readonly RegistrationDifference[] }) {
  const t = useTranslations('operatorForms.registrations')
  return (
    <ul className="divide-y divide-line rounded-xl border border-line">
      {lines.map(({ path, change, before, after }) => (
        <li key={path} className="grid gap-1 px-4 py-3 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[change]}>{t(`change.${change}`)}</Badge>
            <code className="font-semibold">{path}</code>
          </p>
          {before === null ? null : (
            <p className="text-danger wrap-anywhere">
              <span className="sr-only">{t('before')}</span>
              <del>{before}</del>
            </p>
          )}
          {after === null ? null : (
            <p className="text-positive wrap-anywhere">
              <span className="sr-only">{t('after')}</span>
              <ins className="no-underline">{after}</ins>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
