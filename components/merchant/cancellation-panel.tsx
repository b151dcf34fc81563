import { cancellationReasons } from '@guichet/stet/terms/payment-request.ts'
import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { Radio } from '#components/ui/checkbox.tsx'
import { Fieldset } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { CancellationCondition } from '#lib/domain/payments/attempt/cancellation.ts'

type CancellationPanelProps = {
  paymentId: string
  organisation: string
  check: {
    readonly conditions: readonly { readonly condition: CancellationCondition; readonly holds: boolean }[]
    readonly mayCancel: boolean
  }
  isFresh: boolean
}

/** The bank's conditions by name; if all are met, a reason and the button to the bank. */
export function CancellationPanel({ paymentId, organisation, check, isFresh }: CancellationPanelProps) {
  const t = useTranslations('merchant.cancel')
  return (
    <div className="stack gap-6">
      <Conditions conditions={check.conditions} />
      {check.mayCancel ? (
        <Card>
          <p className="mb-4">{t('may')}</p>
          {isFresh ? (
            <PostForm
              action={`/payments/${paymentId}/cancel/start`}
              className="grid gap-4"
              sends={{ organisation }}
              submit={t('go')}
              variant="destroy"
            >
              <Fieldset legend={t('reason')}>
                {cancellationReasons.map((reason, at) => (
                  <Radio key={reason} name="reason" value={reason} defaultChecked={at === 0}>
                    {t(`reasons.${reason}`)}
                  </Radio>
                ))}
              </Fieldset>
            </PostForm>
          ) : (
            <FreshNote next={`/payments/${paymentId}/cancel`} />
          )}
        </Card>
      ) : (
        <Alert tone="warning">{t('mayNot')}</Alert>
      )}
    </div>
  )
}

function Conditions({ conditions }: Pick<CancellationPanelProps['check'], 'conditions'>) {
  const t = useTranslations('merchant.cancel')
  return (
    <Card title={t('conditions')}>
      <ul className="mt-4 grid gap-2">
        {conditions.map(({ condition, holds }) => (
          <li key={condition} className="flex items-start gap-3">
            <Icon
              name={holds ? 'success' : 'danger'}
              className={clsx('mt-0.5 size-5', holds ? 'text-positive' : 'text-danger')}
            />
            <span>
              {t(`names.${condition}`)} <span className="text-soft">({holds ? t('holds') : t('fails')})</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
