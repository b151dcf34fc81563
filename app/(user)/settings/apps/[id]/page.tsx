import { useLocale, useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { Agreements, AllowedAccounts, AppBadge, Readings, SetupCard, WebhookCard } from '#components/apps/pieces.tsx'
import { formatDate } from '#components/format/text.ts'
import { PostButton } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { showsSetup } from '#lib/domain/apps/allowance.ts'
import { readApp } from '#lib/services/apps/allow.ts'
import type { AppPageView } from '#lib/views/app.ts'

export const generateMetadata = titleOf('apps.title')

export default userPage(async ({ session, id, one }) => (
  <AppPage app={await readApp(session, id)} isAgreed={one('notice') === 'agreed'} />
))

function AppPage({ app, isAgreed }: { app: AppPageView; isAgreed: boolean }) {
  const t = useTranslations('apps')
  const locale = useLocale()
  const { id, name, kind, state, endedBy, until, historyFrom, rows, agreements, readings, setup, webhook, suspended } =
    app
  const isOver = state === 'ended'
  const readsNoMore = isOver || state === 'expired'
  const day = (value: string) => formatDate(value, locale, 'long')
  return (
    <div className="grid max-w-3xl gap-6">
      <PageHeader
        title={<bdi>{name}</bdi>}
        lead={<AppBadge state={state} />}
        steps={[
          { href: '/settings', label: t('settings') },
          { href: '/settings/apps', label: t('title') },
        ]}
        actions={
          isOver ? null : (
            <>
              <ButtonLink href={`/settings/apps/${id}/change`} variant="secondary">
                {t('change')}
              </ButtonLink>
              <PostButton action={`/settings/apps/${id}/end`} variant="danger">
                {t('end')}
              </PostButton>
            </>
          )
        }
      />
      {isAgreed && !isOver ? (
        <Alert tone="success" announce="polite">
          {t('agreed')}
        </Alert>
      ) : null}
      {suspended && <Alert tone="warning">{t('suspended', { reason: suspended[locale] })}</Alert>}
      {endedBy === 'setup_repeated' ? <Alert tone="warning">{t('repeated')}</Alert> : null}
      {showsSetup(kind, state) ? <SetupCard id={id} name={name} kind={kind} setup={setup} /> : null}
      <Card titleId="allowed-title" title={t(readsNoMore ? 'allowedOnce' : 'allowedTitle')}>
        <p className="mt-1 mb-4 text-sm text-soft">
          {readsNoMore
            ? t('keeps')
            : until &&
              (historyFrom
                ? t('untilFrom', { date: day(until), from: day(historyFrom) })
                : t('untilAll', { date: day(until) }))}
        </p>
        <AllowedAccounts rows={rows} />
      </Card>
      {webhook && <WebhookCard {...webhook} />}
      {agreements.length > 0 && (
        <Card titleId="agreements-title" title={t('agreements.title')}>
          <Agreements agreements={agreements} />
        </Card>
      )}
      <Card titleId="readings-title" title={t('readings.title')}>
        <Readings readings={readings} />
      </Card>
    </div>
  )
}
