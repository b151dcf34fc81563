import { useTranslations } from 'next-intl'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { DateText } from '#components/format/value.tsx'
import { DeletedList, KeptList } from '#components/settings/erased-lists.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Badge, Card, type Tone } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import type { BankOutcome, ErasureView } from '#lib/domain/people/erasure.ts'
import { readErasure } from '#lib/services/data-rights/erase-everything.ts'

export const generateMetadata = titleOf('leaving.record.title', { robots: { index: false } })

export default openPage(async ({ id }) => {
  return <ErasureRecord record={await readErasure(id)} />
})

const tones: Record<BankOutcome, Tone> = { revoked: 'success', pending: 'warning', nothing: 'neutral' }

/** The last page: what was erased, each bank's answer, what is kept and why. It can be downloaded as a file. */
function ErasureRecord({ record }: { record: ErasureView }) {
  const t = useTranslations('leaving.record')
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-6">
      <Icon name="success" className="size-10 text-positive" />
      <h1 className="mt-4 text-3xl font-semibold">{t('title')}</h1>
      <p className="mt-2 text-soft">
        {t.rich('lead', { date: () => <DateText value={record.erasedAt} style="full" className="text-ink" /> })}
      </p>
      <div className="mt-6 grid grid-cols-1 gap-5 md:grid-cols-2">
        <Card titleId="record-banks" title={t('banksTitle')} className="md:col-span-2">
          {record.banks.length === 0 ? <p className="mt-2">{t('banksNone')}</p> : <Banks banks={record.banks} />}
        </Card>
        <Card titleId="record-deleted" title={t('deletedTitle')}>
          <DeletedList deleted={record.deleted} />
        </Card>
        <Card titleId="record-kept" title={t('keptTitle')}>
          <KeptList kept={record.kept} />
        </Card>
      </div>
      <dl className="mt-6 grid gap-3 text-[0.9375rem]">
        <div>
          <dt className="text-soft">{t('hash')}</dt>
          <dd className="wrap-anywhere font-mono text-sm">{record.emailHash}</dd>
        </div>
      </dl>
      <p className="mt-2 text-sm text-soft">{t('hashWhy')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={`/erased/${record.id}/record`} className={buttonClass()}>
          {t('download')}
        </a>
        <ButtonLink href="/" variant="secondary">
          {t('home')}
        </ButtonLink>
      </div>
      <p className="mt-4 text-sm text-soft">{t('keepAddress')}</p>
    </div>
  )
}

function Banks({ banks }: { banks: ErasureView['banks'] }) {
  const t = useTranslations('leaving.record')
  return (
    <ul className="mt-2 divide-y divide-line">
      {banks.map(bank => (
        <li key={bank.revocationId ?? `${bank.bankCode} ${bank.outcome}`} className="py-3">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-medium">{bank.bankName}</span>
            <Badge tone={tones[bank.outcome]}>{t(`outcomes.${bank.outcome}`)}</Badge>
          </p>
          <p className="mt-0.5 text-sm text-soft">{t(`outcomeTexts.${bank.outcome}`)}</p>
        </li>
      ))}
    </ul>
  )
}
