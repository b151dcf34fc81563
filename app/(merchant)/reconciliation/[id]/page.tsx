import { getLocale, getTranslations } from 'next-intl/server'
import { oneOf } from '#app/(merchant)/reconciliation/one-of.ts'
import { requireMember } from '#app/(merchant)/require-member.ts'
import { orNotFound } from '#app/or-not-found.ts'
import { pathOf, queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate } from '#components/format/date-text.ts'
import {
  CreditFacts,
  CreditMatches,
  CreditNote,
  CreditSuggestions,
} from '#components/reconciliation/credit-sections.tsx'
import { NoteLine } from '#components/reconciliation/note-line.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readCredit } from '#lib/services/reconciliation/read.ts'

type CreditProps = { params: Promise<unknown>; searchParams: Promise<unknown> }

export const generateMetadata = titleOf('reconciliation.title')

export default async function CreditPage({ params, searchParams }: CreditProps) {
  const [{ id }, query, { organisation, actor }] = await Promise.all([
    pathOf(params, 'id'),
    queryOf(searchParams),
    requireMember('reconciliation.read'),
  ])
  const search = oneOf(query, 'q') ?? ''
  const [t, locale, { credit, suggestions }] = await Promise.all([
    getTranslations('reconciliation'),
    getLocale(),
    orNotFound(readCredit(actor, id, search)),
  ])
  const title = t('credit.title', { day: formatDate(credit.day, locale, 'long') })
  const form = may(organisation.role, 'reconciliation.write') ? { organisation: organisation.id } : null
  return (
    <>
      <PageHeader
        breadcrumb={
          <Breadcrumb label={t('title')} steps={[{ href: '/reconciliation', label: t('title') }]} current={title} />
        }
        title={title}
      />
      <NoteLine done={oneOf(query, 'done')} field={oneOf(query, 'field')} error={oneOf(query, 'error')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <CreditFacts credit={credit} />
        <CreditMatches credit={credit} form={form} />
        {form && credit.state !== 'matched' ? (
          <CreditSuggestions credit={credit} suggestions={suggestions} search={search} form={form} />
        ) : null}
        {form ? <CreditNote credit={credit} form={form} /> : null}
      </div>
    </>
  )
}
