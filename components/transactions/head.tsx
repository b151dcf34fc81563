import { useTranslations } from 'next-intl'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'

const sections = {
  list: '/transactions',
  rules: '/transactions/rules',
  imports: '/transactions/imports',
  ownTransfers: '/transactions/own-transfers',
} as const

/** The head of the pages about transactions, with links between them. */
export function TransactionsHead({ current }: { current: keyof typeof sections }) {
  const t = useTranslations('transactions')
  return (
    <>
      <PageHeader title={t('title')} lead={t(`leads.${current}`)} />
      <nav aria-label={t('sections')} className="-mt-3 mb-6">
        <ul className="grid grid-cols-2 gap-x-1 border-b border-line sm:flex">
          {(Object.keys(sections) as (keyof typeof sections)[]).map(section => (
            <li key={section}>
              <Link
                href={sections[section]}
                aria-current={section === current ? 'page' : undefined}
                className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-medium text-soft sm:px-3 sm:text-base hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-brand-ink"
              >
                {t(`places.${section}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
