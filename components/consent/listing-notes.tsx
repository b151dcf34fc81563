import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { Alert } from '#components/ui/alert.tsx'
import type { ConsentMatrixView } from '#lib/views/consent.ts'

/** What changed at the bank since the person decided: accounts that came, and accounts that went. */
export function ListingNotes({ matrix }: { matrix: ConsentMatrixView }) {
  const t = useTranslations('consent')
  const format = useFormatter()
  const fresh = matrix.rows.filter(row => row.isNew)
  if (fresh.length === 0 && matrix.gone.length === 0) return null
  return (
    <div className="mb-6 grid gap-3">
      {fresh.length > 0 ? (
        <Alert title={t('newTitle', { count: fresh.length })}>
          {t('newText', { list: format.list(fresh.map(({ name }) => name)) })}
        </Alert>
      ) : null}
      {matrix.gone.length > 0 ? (
        <Alert title={t('goneTitle', { count: matrix.gone.length })}>
          <ul>
            {matrix.gone.map(({ accountId, name, maskedIban, since }) => (
              <li key={accountId}>
                <Link href={`/accounts/${accountId}`} className="link">
                  <bdi>{name}</bdi>
                </Link>{' '}
                <span className="tabular whitespace-nowrap">{maskedIban}</span>
                {since ? <> · {t.rich('goneSince', { date: () => <DateText value={since} /> })}</> : null}
              </li>
            ))}
          </ul>
          <p className="mt-1">{t('goneText')}</p>
        </Alert>
      ) : null}
    </div>
  )
}
