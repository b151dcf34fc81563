import { addDays } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { nameCountries } from '@guichet/values/text/countries.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LiveNote } from '#components/activation/state.tsx'
import { InvoiceForm } from '#components/invoices/form.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { now } from '#lib/clock.ts'
import { emptyContent } from '#lib/domain/invoices/content.ts'
import { readInvoiceSettings } from '#lib/services/invoices/settings.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { readOrganisation } from '#lib/services/merchant/organisations.ts'

export const generateMetadata = titleOf('invoices.form.newTitle')

export default memberPage('invoice.draft', ['failures', 'invoices'], async ({ organisation, mode, actor, as }) => {
  const [t, { vatNumber, paymentDays }, { locale }, stopped] = await Promise.all([
    getTranslations('invoices'),
    readInvoiceSettings(actor),
    readOrganisation(as('organisation.read')),
    readStopped(as('activation.read')),
  ])
  const chargesVat = vatNumber !== null
  const content = emptyContent(locale, chargesVat)
  const dueOn = addDays(parisDay(now()), paymentDays)
  return (
    <div className="max-w-4xl">
      <PageHeader steps={[{ href: '/invoices', label: t('title') }]} title={t('form.newTitle')} />
      <LiveNote stopped={stopped} className="mb-6" />
      <InvoiceForm
        organisation={organisation.id}
        mode={mode}
        id={null}
        chargesVat={chargesVat}
        countries={nameCountries(await getLocale())}
        values={{ customerName: '', customerEmail: '', dueOn, content }}
      />
    </div>
  )
})
