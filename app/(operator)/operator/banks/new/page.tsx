import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { BankForm } from '#components/operator/bank-form.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { NewBankEntry } from '#lib/views/operator.ts'

const blank: NewBankEntry = {
  code: '',
  name: '',
  group: '',
  bic: '',
  city: null,
  initials: '',
  baseUrl: '',
  screensUrl: '',
  platform: '',
  aisVersion: '1.6.2',
  pkce: true,
  appToApp: false,
  supports: ['owners', 'overdrafts', 'payments'],
  enabled: false,
  brandColor: '#0E5A54',
  brandInk: '#FFFFFF',
  connectMs: null,
  attendedMs: null,
  batchMs: null,
  bodyMs: null,
  maxConnections: null,
  parallelPages: null,
  refreshesAtOnce: null,
}

export const generateMetadata = titleOf('operatorForms.bank.newTitle')

export default operatorPage(async () => {
  const [t, forms] = await Promise.all([getTranslations('operator'), getTranslations('operatorForms.bank')])
  const steps = [{ href: '/operator/banks', label: t('banks.title') }]
  return (
    <>
      <PageHeader title={forms('newTitle')} lead={forms('newLead')} steps={steps} />
      <BankForm entry={blank} isNew />
    </>
  )
})
