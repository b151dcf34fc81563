import { groupIban } from '@guichet/values/money/iban-text.ts'
import { groupReference } from '@guichet/values/money/structured-reference.ts'
import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '#components/format/text.ts'
import { typeAmount } from '#components/format/typed-amount.ts'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { PublicOrderView } from '#lib/views/public-order.ts'
import { PayQr } from './qr.tsx'

type HandTransferProps = {
  order: PublicOrderView
  transfer: {
    name: string
    iban: string
    isMasked: boolean
    bic: string | null
    amount: PublicOrderView['amount']
    structuredReference: string
    epcText: string | null
    isAccountRead: boolean
  }
  /** The bank that did not answer, if that is why this page is shown. */
  downBank: string | null
}

/** A manual transfer by the payer: the details to copy, and a QR code for a banking app on another device (EPC069-12). */
export function HandTransfer({ order, transfer, downBank }: HandTransferProps) {
  const t = useTranslations('pay.transfer')
  const locale = useLocale()
  const amount = formatMoney(transfer.amount, locale)
  const rows = [
    { name: 'name', shown: transfer.name, copied: transfer.name },
    {
      name: 'iban',
      shown: transfer.isMasked ? transfer.iban : groupIban(transfer.iban),
      copied: transfer.isMasked ? null : transfer.iban,
    },
    ...(transfer.bic ? [{ name: 'bic', shown: transfer.bic, copied: transfer.bic } as const] : []),
    { name: 'amount', shown: amount, copied: typeAmount(transfer.amount.amount, locale) },
    {
      name: 'reference',
      shown: groupReference(transfer.structuredReference) ?? transfer.structuredReference,
      copied: transfer.structuredReference,
    },
  ] as const
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      {downBank === null ? null : (
        <Alert
          tone="warning"
          title={t('downTitle', nameBank(downBank))}
          action={
            <a href={`/pay/${order.publicId}`} className={buttonClass({ variant: 'secondary', size: 'small' })}>
              {t('back')}
            </a>
          }
        >
          {t('downText')}
        </Alert>
      )}
      <h1 className="text-[1.75rem] font-semibold">{t('title', { amount })}</h1>
      <p className="text-soft">{t('lead')}</p>
      {order.received === null ? null : (
        <p>{t('rest', { received: formatMoney(order.received, locale), amount: formatMoney(order.amount, locale) })}</p>
      )}
      {order.isTest ? <Alert tone="warning">{t('test')}</Alert> : null}
      <Card as="div" className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <dl className="divide-y divide-line">
          {rows.map(({ name, shown, copied }) => (
            <div key={name} className="py-3 first:pt-0 last:pb-0">
              <dt className="text-sm text-soft">{t(name)}</dt>
              <dd className="flex min-h-8 flex-wrap items-center gap-x-1.5">
                <span className="tabular select-all font-semibold wrap-anywhere">{shown}</span>
                {copied === null ? null : (
                  <CopyButton
                    value={copied}
                    words={{
                      copy: t('copy', { what: t(name) }),
                      copied: t('copied'),
                      failed: t('copyFailed'),
                    }}
                  />
                )}
              </dd>
            </div>
          ))}
        </dl>
        {transfer.epcText === null ? (
          <p className="max-w-60 text-sm text-soft">{t(transfer.isMasked ? 'noQrInTest' : 'noQr')}</p>
        ) : (
          <Code publicId={order.publicId} />
        )}
      </Card>
      {transfer.isMasked ? null : (
        <>
          <p>{t(transfer.isAccountRead ? 'told' : 'seen', { payee: order.payee })}</p>
          <p className="font-medium">{t('once')}</p>
        </>
      )}
      {downBank === null ? (
        <a href={`/pay/${order.publicId}`} className="link inline-flex min-h-11 items-center justify-self-start">
          {t('back')}
        </a>
      ) : null}
    </div>
  )
}

/** The code beside the details; on a phone, which can't scan itself, only for whoever asks. */
function Code({ publicId }: { publicId: string }) {
  const t = useTranslations('pay.transfer')
  const code = <PayQr publicId={publicId} of="transfer" label={t('qrLabel')} />
  return (
    <>
      <figure className="hidden w-56 sm:block pointer-coarse:hidden">
        {code}
        <figcaption className="mt-2 text-sm text-soft">{t('qrTitle')}</figcaption>
      </figure>
      <Disclosure title={t('qrShow')} className="sm:hidden pointer-coarse:block">
        <p className="mt-1 mb-3 text-sm text-soft">{t('qrTitle')}</p>
        <div className="max-w-56">{code}</div>
      </Disclosure>
    </>
  )
}
