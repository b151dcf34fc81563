import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readSearch, requireOperator } from '#app/(operator)/operator/require-operator.ts'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { BankCertificate } from '#components/operator/bank-certificate.tsx'
import { BankForm } from '#components/operator/bank-form.tsx'
import { BankReportView } from '#components/operator/bank-report.tsx'
import { FallbackSwitch } from '#components/operator/fallback-switch.tsx'
import { LogoForm } from '#components/operator/logo-form.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readHealthOf } from '#lib/services/banks/health.ts'
import { readBankCertificate, readBankEntry } from '#lib/services/operator/banks.ts'
import { reportBank } from '#lib/services/operator/calls-report.ts'
import { ReportWindow } from '#lib/views/operator.ts'

type BankPageProps = {
  params: Promise<unknown>
  searchParams: Promise<unknown>
}

export const generateMetadata = titleOf('operator.banks.title')

export default async function BankPage({ params, searchParams }: BankPageProps) {
  const operator = await requireOperator()
  const [{ code }, { window: asked }, t] = await Promise.all([
    pathOf(params, 'code'),
    readSearch(searchParams),
    getTranslations('operator'),
  ])
  const window = ReportWindow.safeParse(asked).data ?? '1h'
  const entry = await readBankEntry(operator, code).catch(orNull)
  if (!entry) notFound()
  const [report, health, certificate, forms] = await Promise.all([
    reportBank(operator, code, window),
    readHealthOf(code),
    readBankCertificate(operator, code),
    getTranslations('operatorForms.bank'),
  ])
  return (
    <>
      <PageHeader
        title={entry.name}
        lead={`${code} · ${new URL(entry.baseUrl).host}`}
        picture={<BankLogo bank={entry} size="large" />}
        breadcrumb={
          <Breadcrumb
            label={t('breadcrumb')}
            steps={[{ href: '/operator/banks', label: t('banks.title') }]}
            current={entry.name}
          />
        }
      />
      <div className="grid grid-cols-1 gap-10">
        <BankReportView report={report} />
        <BankCertificate certificate={certificate} />
        {health ? <FallbackSwitch health={health} /> : null}
        <section aria-labelledby="entry-title">
          <h2 id="entry-title" className="mb-3 text-xl font-semibold">
            {forms('title')}
          </h2>
          <p className="mb-4 text-soft">{forms('lead')}</p>
          <div className="grid grid-cols-1 gap-6">
            <LogoForm bank={entry} />
            <BankForm entry={entry} isNew={false} />
          </div>
        </section>
      </div>
    </>
  )
}

function orNull(error: unknown): null {
  if (error instanceof Refused && error.code === 'bank_unknown') return null
  throw error
}
