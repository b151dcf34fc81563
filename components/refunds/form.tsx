import { useLocale, useTranslations } from 'next-intl'
import { typeAmount } from '#components/format/money-text.ts'
import { faultOf } from '#components/reconciliation/note-line.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { RefundOfferView } from '#lib/views/reconciliation.ts'

type RefundFormProps = { offer: RefundOfferView; organisation: string; wrong: string | null }

/** A refund as a plain form, which prepares the transfer and redirects to the merchant's bank. */
export function RefundForm({ offer, organisation, wrong }: RefundFormProps) {
  const t = useTranslations('reconciliation')
  const locale = useLocale()
  const fault = faultOf(wrong)
  const errorOf = (field: string) => (fault?.split('_')[0] === field ? t(`faults.${fault}`) : undefined)
  return (
    <form method="post" action={`/refunds/new/${offer.paymentId}/create`} className="grid gap-5" noValidate>
      <input type="hidden" name="organisation" value={organisation} />
      <TextField
        id="amount"
        name="amount"
        inputMode="decimal"
        label={`${t('refunds.amount')} (${offer.refundable.currency})`}
        hint={t('refunds.amountHint')}
        error={errorOf('amount')}
        defaultValue={typeAmount(offer.refundable.amount, locale)}
        autoComplete="off"
      />
      <TextField
        id="creditorName"
        name="creditorName"
        label={t('refunds.name')}
        hint={t('refunds.nameHint')}
        error={errorOf('creditorName')}
        maxLength={140}
        required
        autoComplete="off"
      />
      {offer.payerIban === null ? (
        <TextField
          id="iban"
          name="iban"
          label={t('refunds.iban')}
          hint={t('refunds.ibanHint')}
          error={errorOf('iban')}
          maxLength={50}
          autoComplete="off"
        />
      ) : (
        <p className="text-soft">{t('refunds.ibanKnown', { iban: offer.payerIban })}</p>
      )}
      <TextField id="reason" name="reason" label={t('refunds.reason')} maxLength={300} autoComplete="off" />
      <p className="text-sm text-soft">{t('refunds.startText')}</p>
      <div>
        <Button type="submit" size="large">
          {t('refunds.start')}
        </Button>
      </div>
    </form>
  )
}
