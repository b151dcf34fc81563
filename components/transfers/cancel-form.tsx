import { cancellationReasons } from '@guichet/stet/terms/payment-request.ts'
import { useTranslations } from 'next-intl'
import { Money } from '#components/format/value.tsx'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { Checkbox, Radio } from '#components/ui/checkbox.tsx'
import { Fieldset } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { AttemptView } from '#lib/views/payment.ts'
import type { CancellationOffer } from '#lib/views/transfer-page.ts'

type CancelFormProps = { orderId: string; attempt: AttemptView; offer: CancellationOffer | null }

/** Why there is no cancellation, or the choice of payments and reason: a plain form that redirects to the bank. */
export function CancelForm({ orderId, attempt, offer }: CancelFormProps) {
  const t = useTranslations('transfers')
  const keep = (
    <ButtonLink href={`/transfers/${orderId}`} variant="quiet" size="large">
      {t('cancel.keep')}
    </ButtonLink>
  )
  if (offer === null) {
    return (
      <Alert tone="warning" title={t('cancel.cannotTitle')} action={keep}>
        {t('cancel.overText')}
      </Alert>
    )
  }
  // Of several payments, those that can still be cancelled can be chosen, unless another condition is unmet.
  const maySome =
    attempt.instructions.length > 1 &&
    offer.conditions.every(({ condition, holds }) => holds || condition === 'instruction_status')
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      {offer.mayCancel ? null : <Refusals offer={offer} isPart={maySome} />}
      {offer.mayCancel || maySome ? (
        <PostForm action={`/transfers/${orderId}/cancel/start`} className="group/form grid grid-cols-1 gap-5">
          {maySome ? <What attempt={attempt} mayAll={offer.mayCancel} /> : null}
          <Card as="div">
            <Fieldset legend={t('cancel.reason')}>
              {cancellationReasons.map(reason => (
                <Radio key={reason} name="reason" value={reason} defaultChecked={reason === 'DS02'}>
                  {t(`reasons.${reason}`)}
                </Radio>
              ))}
            </Fieldset>
          </Card>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="destroy" size="large" icon={<Icon name="external" className="size-4.5" />}>
              {t('cancel.go', nameBank(attempt.bankName))}
            </Button>
            {keep}
          </div>
        </PostForm>
      ) : (
        <p>{keep}</p>
      )}
    </div>
  )
}

/** The unmet conditions only. */
function Refusals({ offer, isPart }: { offer: CancellationOffer; isPart: boolean }) {
  const t = useTranslations('transfers')
  const failing = offer.conditions.filter(({ holds }) => !holds)
  return (
    <Alert tone="warning" title={t(isPart ? 'cancel.partTitle' : 'cancel.cannotTitle')}>
      <ul className="grid gap-1">
        {failing.map(({ condition }) => (
          <li key={condition}>{t(`conditions.${condition}`)}</li>
        ))}
      </ul>
    </Alert>
  )
}

function What({ attempt, mayAll }: { attempt: AttemptView; mayAll: boolean }) {
  const t = useTranslations('transfers.cancel')
  return (
    <Card as="div" className="grid grid-cols-1 gap-3">
      <Fieldset legend={t('what')}>
        {mayAll ? (
          <Radio name="what" value="whole" defaultChecked>
            {t('whole')}
          </Radio>
        ) : null}
        <Radio name="what" value="some" defaultChecked={!mayAll}>
          {t('whichOnes')}
        </Radio>
      </Fieldset>
      <Fieldset
        legend={t('whichHint')}
        className="hidden gap-1 border-t border-line pt-3 group-has-[input[value=some]:checked]/form:grid"
      >
        {attempt.instructions.map(({ instructionId, amount, remittance }) => (
          <Checkbox
            key={instructionId}
            name="instruction"
            value={instructionId}
            label={<Money value={amount} className="font-medium" />}
            hint={remittance.join(' ')}
          />
        ))}
      </Fieldset>
    </Card>
  )
}
