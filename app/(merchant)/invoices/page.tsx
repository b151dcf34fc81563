import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LiveNote } from '#components/activation/state.tsx'
import { InvoiceList } from '#components/invoices/list.tsx'
import { ExportCard } from '#components/merchant/export-card.tsx'
import { StateList } from '#components/merchant/filters.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { invoiceStates } from '#lib/domain/invoices/lifecycle.ts'
import { may } from '#lib/domain/merchant/membership.ts'
import { listInvoices } from '#lib/services/invoices/read.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'

export const generateMetadata = titleOf('invoices.title')

export default memberPage('invoice.read', async ({ query, organisation, mode, actor, as, one }) => {
  const state = invoiceStates.find(one => one === query.state)
  const search = one('search') ?? ''
  const [t, stopped, { invoices, next }] = await Promise.all([
    getTranslations('invoices'),
    readStopped(as('activation.read')),
    listInvoices(actor, { before: one('before'), state, search }),
  ])
  const make = may(organisation.role, 'payments.write') ? (
    <ButtonLink href="/invoices/new">{t('new')}</ButtonLink>
  ) : null
  const settings = may(organisation.role, 'settings.write') ? (
    <ButtonLink href="/invoices/settings" variant="secondary">
      {t('settings')}
    </ButtonLink>
  ) : null
  const isEmpty = invoices.length === 0 && state === undefined && search === ''
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            {settings}
            {isEmpty ? null : make}
          </>
        }
      />
      <LiveNote stopped={stopped} className="mb-6" />
      <StateList
        page="/invoices"
        state={state}
        search={{ label: t('search'), value: search }}
        choices={invoiceStates.map(one => [one, t(`states.${one}`)] as const)}
        t={t}
        none={t(`none.${mode}`)}
        make={make}
        next={next}
      >
        {invoices.length > 0 ? <InvoiceList invoices={invoices} /> : null}
      </StateList>
      {isEmpty || !may(organisation.role, 'exports.read') ? null : (
        <ExportCard
          title={t('export.title')}
          text={t('export.text')}
          action="/invoices/export"
          formats={(['csv', 'csv-fr'] as const).map(format => [format, t(`export.${format}`)])}
          query={{ search, mode, organisation: organisation.id, ...(state === undefined ? {} : { state }) }}
        />
      )}
    </>
  )
})
