import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PageHeader } from '#components/ui/page-header.tsx'

type ReferencePageProps = {
  title: string
  lead: string
  /** The pages between the reference and this one. */
  steps?: readonly { href: string; label: string }[]
  children: ReactNode
}

/** A page that belongs to the reference of the API v1, with the way back to it. */
export function ReferencePage({ title, lead, steps = [], children }: ReferencePageProps) {
  const t = useTranslations('keys.reference.errors')
  const reference = { href: '/docs/api', label: t('reference') }
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-10 sm:px-6">
      <PageHeader title={title} lead={lead} steps={[reference, ...steps]} />
      {children}
    </div>
  )
}
