import { useTranslations } from 'next-intl'
import type { KeptReason } from '#lib/domain/people/erasure.ts'

/** What is kept, with the reasons. */
export function KeptList({ kept }: { kept: readonly KeptReason[] }) {
  const t = useTranslations('leaving.kept')
  return (
    <ul className="mt-3 grid gap-3">
      {kept.map(reason => (
        <li key={reason}>
          {t(`${reason}.what`)}
          <span className="block text-[0.9375rem] text-soft">{t(`${reason}.why`)}</span>
        </li>
      ))}
    </ul>
  )
}
