import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { metadataOf, openPage } from '#app/open-page.ts'
import { readOrder } from '#app/pay/read-order.ts'
import { lastPayBank } from '#app/pay/remember-bank.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { formatMoney } from '#components/format/text.ts'
import { Follow } from '#components/pay/follow.tsx'
import { HolderNotice, PayForm, PayNotice } from '#components/pay/form.tsx'
import { LegalNotice } from '#components/pay/legal-notice.tsx'
import { PayQr } from '#components/pay/qr.tsx'
import { PaySummary } from '#components/pay/summary.tsx'
import { UnknownPayment } from '#components/pay/unknown-payment.tsx'
import { Alert } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { endsChoice, mayChooseBank, payStages } from '#lib/domain/payments/order/stage.ts'
import { listPayBanks } from '#lib/services/payments/public-order.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { currentSession } from '#lib/session.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 60) : '')

export const generateMetadata = metadataOf(async ({ part }) => {
  const [order, t] = await Promise.all([readOrder(part('publicId')), getTranslations('pay')])
  return { title: order ? t('metaTitle', { payee: order.payee }) : t('unknown.title') }
})

/** Where a payer chooses a bank. A settled or started payment has its own page. */
export default openPage(async ({ part, query: asked }) => {
  const publicId = part('publicId')
  const order = await readOrder(publicId)
  // Not `notFound`, which the framework renders in the browser alone.
  if (order === null) return <UnknownPayment contact={readLegal().contact} />
  if (!mayChooseBank(order.stage)) redirect(`/pay/${publicId}/result`)
  const query = textOf(asked.q)
  const payer = await currentSession()
  const [banks, last, t, locale] = await Promise.all([
    listPayBanks(order, query, payer?.userId ?? null),
    lastPayBank(),
    getTranslations('pay'),
    getLocale(),
  ])
  const preferred =
    asked.banks === 'all' || query !== ''
      ? null
      : (banks.find(({ bank, answers }) => answers && bank.code === order.preferredBank) ?? null)
  const field = textOf(asked.field) || (asked.error === 'bank_unknown' ? 'bank' : '')
  const about = (
    <div className="grid gap-5 lg:col-start-2 lg:row-span-4 lg:row-start-1">
      <PaySummary order={order} />
      <PhoneCard publicId={publicId} />
    </div>
  )
  return (
    <>
      <h1 className="text-2xl font-semibold sm:text-[2rem]">
        {t('choose.title', { amount: formatMoney(order.amount, locale), payee: order.payee })}
      </h1>
      <p className="mt-1 mb-4 max-w-2xl text-sm text-soft sm:mt-2 sm:mb-6 sm:text-base">
        {order.holder === null ? null : `${t('choose.ofHolder', { payee: order.payee, holder: order.holder })} `}
        {t('choose.lead')}
      </p>
      {order.isTest ? <Alert className="mb-4 sm:mb-6">{t('shell.test')}</Alert> : null}
      <HolderNotice order={order} />
      <PayNotice order={order} />
      {field === '' ? <RefusalNote code={asked.error} wait={asked.wait} className="mb-6" /> : null}
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_auto_auto_1fr] lg:items-start lg:gap-x-8">
        {order.isSuspended ? (
          <>
            <Alert tone="warning" title={t('stopped.title')}>
              {t('stopped.text', { payee: order.payee })}
            </Alert>
            {about}
          </>
        ) : banks.length === 0 && query === '' ? (
          <>
            <Alert tone="warning" title={t('noBank.title')}>
              {t(order.wantsInstant === 'required' ? 'noBank.instant' : 'noBank.text', { payee: order.payee })}
            </Alert>
            {about}
          </>
        ) : (
          <PayForm
            order={order}
            banks={banks}
            preferred={preferred}
            last={last}
            chosen={textOf(asked.bank) || null}
            query={query}
            wrongField={field || null}
            about={about}
            legal={<LegalNotice legal={readLegal()} isLater={order.executionDate !== null} />}
          />
        )}
      </div>
      <Follow
        publicId={publicId}
        stage={order.stage}
        version={order.version}
        leaves={{ to: `/pay/${publicId}/return`, at: payStages.filter(now => endsChoice(order.stage, now)) }}
      />
    </>
  )
})

/** A QR code of the same page for the phone with the bank's app. Not offered on a phone. */
function PhoneCard({ publicId }: { publicId: string }) {
  const t = useTranslations('pay.phone')
  return (
    <Disclosure
      title={
        <span className="flex items-center gap-2">
          <Icon name="phone" />
          {t('title')}
        </span>
      }
      className="hidden rounded-2xl border border-line bg-surface px-5 py-3 sm:block pointer-coarse:hidden"
    >
      <p className="mt-2 mb-4 text-[0.9375rem] text-soft">{t('text')}</p>
      <div className="grid max-w-56 place-items-center">
        <PayQr publicId={publicId} of="page" label={t('label')} />
      </div>
    </Disclosure>
  )
}
