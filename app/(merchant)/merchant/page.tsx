import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LiveNote } from '#components/activation/state.tsx'
import { ExpiringKeys } from '#components/keys/list.tsx'
import { AddAccount } from '#components/merchant/add-account.tsx'
import { NoPayments } from '#components/merchant/no-payments.tsx'
import { BanksCard, DaysCard, StepsCard, TotalsCards } from '#components/merchant/overview-board.tsx'
import { PaymentTable } from '#components/merchant/payment-table.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { noPaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { listExpiringKeys } from '#lib/services/merchant/api-keys.ts'
import { readOrganisation } from '#lib/services/merchant/organisations.ts'
import { listPayments, readTotals } from '#lib/services/payments/list.ts'

export const generateMetadata = titleOf('merchant.overview.title')

export default memberPage('payment.read', async ({ organisation, mode, actor, as, query: { refused } }) => {
  const [t, words, stopped, settings, totals, expiring, { payments }] = await Promise.all([
    getTranslations('merchant.overview'),
    getTranslations('merchant'),
    readStopped(as('activation.read')),
    readOrganisation(as('organisation.read')),
    readTotals(actor),
    may(organisation.role, 'developers.read') ? listExpiringKeys(as('key.read')) : [],
    listPayments(actor, { filter: noPaymentFilter }),
  ])
  const mayWrite = may(organisation.role, 'payments.write')
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead', { name: organisation.name })}
        actions={
          payments.length > 0 && mayWrite && stopped === null ? (
            <ButtonLink href="/links/new">{words('links.new')}</ButtonLink>
          ) : null
        }
      />
      <div className="stack gap-6">
        {refused === 'not_allowed' ? (
          <Alert tone="warning" announce="polite">
            {words('refused', { name: organisation.name })}
          </Alert>
        ) : null}
        <LiveNote stopped={stopped} />
        <ExpiringKeys keys={expiring} />
        {settings.beneficiary === null ? (
          <Alert tone="warning" title={t('noBeneficiaryTitle')} action={<AddAccount role={organisation.role} />}>
            {t('noBeneficiary')}
          </Alert>
        ) : null}
        {totals.held > 0 ? (
          <Alert
            tone="danger"
            action={
              <ButtonLink href="/payments?status=held" size="small" variant="secondary">
                {t('seeHeld')}
              </ButtonLink>
            }
          >
            {t('held', { count: totals.held })}
          </Alert>
        ) : null}
        {payments.length === 0 ? (
          <Card>
            <NoPayments
              mode={mode}
              mayWrite={mayWrite}
              isStopped={stopped !== null}
              more={
                may(organisation.role, 'developers.write') ? (
                  <ButtonLink href="/docs/api#start" variant="secondary">
                    {t('firstApi')}
                  </ButtonLink>
                ) : null
              }
            />
          </Card>
        ) : (
          <>
            <TotalsCards totals={totals} />
            <DaysCard totals={totals} />
            <div className="stack items-start gap-6 xl:grid-cols-2">
              <StepsCard totals={totals} />
              <BanksCard totals={totals} />
            </div>
            <Card
              flush
              title={t('recent')}
              action={
                <ButtonLink href="/payments" variant="secondary" size="small">
                  {t('all')}
                </ButtonLink>
              }
            >
              <PaymentTable payments={payments.slice(0, 6)} caption={t('recent')} />
            </Card>
          </>
        )}
      </div>
    </>
  )
})
