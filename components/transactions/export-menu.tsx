import { useTranslations } from 'next-intl'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { exportFormats } from '#lib/domain/accounts/export-format.ts'

type ExportMenuProps = {
  /** What to export, as a query. */
  filter: string
}

/** Plain links, because a download needs no script. Above the list, because its end moves away while scrolling. */
export function ExportMenu({ filter }: ExportMenuProps) {
  const t = useTranslations('transactions.export')
  return (
    <Disclosure title={t('title')}>
      <div className="mb-3 rounded-2xl border border-line bg-surface p-4 sm:p-6">
        <p className="mb-3 text-sm text-soft">{t('lead')}</p>
        <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {exportFormats.map(format => (
            <li key={format}>
              <a
                href={`/api/exports?${filter ? `${filter}&` : ''}format=${format}`}
                download
                className="block min-h-11 rounded-xl border border-line px-4 py-2.5 hover:border-control hover:bg-sunken"
              >
                <span className="block font-semibold text-brand-ink">{t(`formats.${format}.name`)}</span>
                <span className="block text-sm text-soft">{t(`formats.${format}.for`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Disclosure>
  )
}
