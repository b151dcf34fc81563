import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { PageHeader } from '#components/ui/page-header.tsx'

const places = { list: '/transactions', rules: '/transactions/rules', imports: '/transactions/imports' } as const

/** The head of the pages about lines, with the ways between them. */
export function TransactionsHead({ current }: { current: keyof typeof places }) {
  const t = useTranslations('transactions')
  return (
    <>
      <PageHeader title={t('title')} lead={t(`leads.${current}`)} />
      <nav aria-label={t('sections')} className="-mt-3 mb-6 overflow-x-auto">
        <ul className="flex gap-1 border-b border-line">
          {(Object.keys(places) as (keyof typeof places)[]).map(place => (
            <li key={place}>
              <Link
                href={places[place]}
                aria-current={place === current ? 'page' : undefined}
                className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-soft hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-brand-ink"
              >
                {t(`places.${place}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
