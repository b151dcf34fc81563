import { useTranslations } from 'next-intl'
import type { DeletedCounts, KeptReason } from '#lib/domain/people/erasure.ts'

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

const kinds = [
  'connections',
  'consents',
  'accounts',
  'balances',
  'transactions',
  'transfers',
  'bankCalls',
  'notices',
  'sessions',
] as const

/** What is, or was, deleted: the number by kind. */
export function DeletedList({ deleted }: { deleted: DeletedCounts }) {
  const t = useTranslations('leaving.deleted')
  return (
    <ul className="mt-3 grid gap-2">
      <li>{t('person')}</li>
      {kinds
        .filter(kind => deleted[kind] > 0)
        .map(kind => (
          <li key={kind}>{t(kind, { count: deleted[kind] })}</li>
        ))}
    </ul>
  )
}
