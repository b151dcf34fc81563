import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/note.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { DayList } from '#components/till/day-list.tsx'
import { SaleForm } from '#components/till/sale-form.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readTill } from '#lib/services/payments/till.ts'

export const generateMetadata = titleOf('till.title')

export default memberPage('till.read', async ({ organisation, actor, query: { field, error, wait } }) => {
  const [t, words, till] = await Promise.all([getTranslations('till'), getTranslations('merchant'), readTill(actor)])
  const wrong = field === 'amount' || field === 'item' ? field : null
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <RefusalNote code={error} wait={wait} className="mb-6" />
      <div className="grid items-start gap-6 md:grid-cols-2">
        {till.stopped === null ? (
          <Card as="div">
            <ClientWords areas={['common', 'failures', 'till']}>
              <SaleForm organisation={organisation.id} items={till.items} wrong={wrong} />
            </ClientWords>
            {till.items.length === 0 && may(organisation.role, 'payments.write') ? (
              <p className="mt-4 border-t border-line pt-4 text-sm text-soft">
                {t('noItems')}{' '}
                <ButtonLink href="/links/new" variant="quiet" size="small">
                  {words('links.new')}
                </ButtonLink>
              </p>
            ) : null}
          </Card>
        ) : (
          <Alert tone="warning">{t(`stopped.${till.stopped}`)}</Alert>
        )}
        <DayList till={till} role={organisation.role} />
      </div>
    </>
  )
})
