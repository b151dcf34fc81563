import { useTranslations } from 'next-intl'
import type { DeletedCounts } from '#lib/domain/people/erasure.ts'

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
