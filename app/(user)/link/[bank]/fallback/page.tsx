import { notFound } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { metadataOf } from '#app/open-page.ts'
import { userPage } from '#app/page-frame.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { formatDate } from '#components/format/text.ts'
import { BankHost } from '#components/link/bank-host.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Badge, Card, NumberedSteps } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { findBank } from '#lib/services/banks/directory.ts'
import { readFallbackStatus } from '#lib/services/connections/fallback.ts'
import type { BankView } from '#lib/views/banking.ts'

export const generateMetadata = metadataOf(async ({ part }) => {
  const [bank, t] = await Promise.all([findBank(part('bank')), getTranslations('fallback')])
  return { title: t('metaTitle', nameBank(bank?.name ?? '')) }
})

/** The emergency access (document 1, Fallback mode): explained, and never started automatically. */
export default userPage(async ({ part, query }) => {
  const code = part('bank')
  const [bank, status] = await Promise.all([findBank(code), readFallbackStatus(code)])
  if (!bank || !status) notFound()
  const t = await getTranslations('fallback')
  const tDirectory = await getTranslations('link.directory')
  const { offered, downSince, state } = status
  return (
    <>
      <PageHeader
        title={t('title', nameBank(bank.name))}
        lead={t('lead')}
        picture={<BankLogo bank={bank} size="large" />}
        steps={[
          { href: '/link', label: tDirectory('title') },
          { href: `/link/${encodeURIComponent(code)}`, label: bank.name },
        ]}
        current={t('badge')}
      />
      <RefusalNote code={query.error} className="mb-6" />
      <p className="-mt-4 mb-6">
        <EmergencyBadge />
      </p>
      {offered && downSince !== null ? (
        <EmergencyAccess bank={bank} downSince={downSince} />
      ) : (
        <NoEmergency bank={bank} isUp={state === 'up'} />
      )}
    </>
  )
})

const happens = ['ask', 'leave', 'sign'] as const
const known = ['credentials', 'nothing', 'batch', 'features', 'context'] as const

/** The emergency access, explained before the button: a plain form that needs no JavaScript. */
function EmergencyAccess({ bank, downSince }: { bank: BankView; downSince: string }) {
  const t = useTranslations('fallback')
  const locale = useLocale()
  const name = nameBank(bank.name)
  const here = `/link/${encodeURIComponent(bank.code)}`
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-10">
      <div className="grid grid-cols-1 gap-5">
        <Card titleId="what-title" title={t('whatTitle')}>
          <NumberedSteps steps={happens.map(step => ({ key: step, text: t(`what.${step}`, name) }))} />
        </Card>
        <Card titleId="known-title" title={t('notTitle')}>
          <ul className="mt-4 grid gap-3">
            {known.map(fact => (
              <li key={fact} className="flex gap-3">
                <Icon name="info" className="mt-0.5 size-5 text-info" />
                <span>{t(`not.${fact}`)}</span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <Card as="div" className="grid grid-cols-1 gap-5 lg:sticky lg:top-24">
        <BankHost bank={bank} label={t('hostLabel')} />
        <p className="-mt-2 text-sm text-soft">{t('hostHint')}</p>
        <p>
          <span className="text-sm text-soft">{t('downSince')}</span>
          <br />
          <span className="font-semibold">{formatDate(downSince, locale, 'moment')}</span>
        </p>
        <PostForm action={`${here}/fallback/start`} className="grid grid-cols-1 gap-2">
          <Button type="submit" size="large" wide icon={<Icon name="external" className="size-4.5" />}>
            {t('start', name)}
          </Button>
          <ButtonLink href={here} variant="quiet" wide>
            {t('cancel')}
          </ButtonLink>
        </PostForm>
      </Card>
    </div>
  )
}

/** Why emergency access is not offered. */
function NoEmergency({ bank, isUp }: { bank: BankView; isUp: boolean }) {
  const t = useTranslations('fallback')
  const name = nameBank(bank.name)
  return (
    <EmptyState
      title={t('offTitle')}
      action={<ButtonLink href={`/link/${encodeURIComponent(bank.code)}`}>{t('back', name)}</ButtonLink>}
    >
      {t(isUp ? 'offUp' : 'offDown', name)}
    </EmptyState>
  )
}

function EmergencyBadge() {
  const t = useTranslations('fallback')
  return <Badge tone="danger">{t('badge')}</Badge>
}
