import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { typeAmount } from '#components/format/typed-amount.ts'
import { Money } from '#components/format/value.tsx'
import { PostButton, PostForm } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Disclosure, RowDisclosure } from '#components/ui/disclosure.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { holdingKinds } from '#lib/domain/accounts/holding.ts'
import type { MoneyView } from '#lib/views/banking.ts'
import type { HoldingView } from '#lib/views/holding.ts'
import { Sums } from './arrangement.tsx'

/** The refused field and what was typed, with `holding` unless it is the form that adds. */
export type Fault = {
  readonly field: string
  readonly typed: Partial<Readonly<Record<'holding' | 'name' | 'kind' | 'currency' | 'amount' | 'day', string>>>
}

type HoldingsProps = { holdings: readonly HoldingView[]; wealth: readonly MoneyView[]; fault: Fault | null }

/** What the person has or owes elsewhere, by their own word; plain forms. */
export function Holdings({ holdings, wealth, fault }: HoldingsProps) {
  const t = useTranslations('arrange.holdings')
  const added = fault && !fault.typed.holding ? fault : null
  return (
    <Card flush id="holdings" titleId="holdings-title" title={t('title')} text={t('lead')} className="scroll-mt-24">
      {holdings.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line">
          {holdings.map(holding => (
            <li key={holding.id} id={`holding-${holding.id}`} className="scroll-mt-24">
              <RowDisclosure row={<HoldingSummary holding={holding} />} open={fault?.typed.holding === holding.id}>
                <HoldingForm holding={holding} fault={fault?.typed.holding === holding.id ? fault : null} />
              </RowDisclosure>
            </li>
          ))}
        </ul>
      ) : null}
      <Sums label={t('wealth')} sums={wealth} />
      <Disclosure
        title={t('add')}
        open={added !== null}
        className="border-t border-line [&>summary]:mx-5 sm:[&>summary]:mx-6"
      >
        <PostForm
          action="/accounts/holdings"
          className="grid gap-4 px-5 pt-2 pb-5 sm:grid-cols-2 sm:px-6"
          submit={t('addAction')}
          variant="secondary"
        >
          <HoldingFields id="new" fault={added} />
          <TextField
            id="holding-currency"
            name="currency"
            label={t('currency')}
            defaultValue={added?.typed.currency ?? 'EUR'}
            maxLength={3}
            required
            error={added?.field === 'currency' ? t('faults.currency') : undefined}
          />
        </PostForm>
      </Disclosure>
    </Card>
  )
}

function HoldingSummary({ holding }: { holding: HoldingView }) {
  const t = useTranslations('arrange.holdings')
  const locale = useLocale()
  const { amount, currency } = holding.value
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">
          <bdi>{holding.name}</bdi>
        </span>
        <span className="block text-sm text-soft">
          {t(`kinds.${holding.kind}`)} · {t('asOf', { day: formatDate(holding.day, locale) })}
        </span>
      </span>
      <Money
        value={{ amount: holding.isOwed && amount !== '0' ? `-${amount}` : amount, currency }}
        className="shrink-0 font-semibold"
      />
    </>
  )
}

function HoldingForm({ holding, fault }: { holding: HoldingView; fault: Fault | null }) {
  const { id, name, value, values } = holding
  const t = useTranslations('arrange.holdings')
  const locale = useLocale()
  return (
    <div className="grid gap-5 px-5 pb-5 sm:px-6">
      <PostForm
        action={`/accounts/holdings/${id}/change`}
        sends={{ holding: id }}
        className="grid gap-4 pt-2 sm:grid-cols-2"
        submit={t('save')}
        variant="secondary"
      >
        <HoldingFields id={id} holding={holding} fault={fault} />
      </PostForm>
      <table className="text-[0.9375rem]">
        <caption className="pb-1 text-left text-sm font-medium text-soft">{t('history')}</caption>
        <tbody className="divide-y divide-line">
          {values.map(({ day, amount }) => (
            <tr key={day}>
              <th scope="row" className="py-1.5 text-left font-normal">
                {formatDate(day, locale)}
              </th>
              <td className="py-1.5 text-right">
                <Money value={{ amount, currency: value.currency }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Disclosure small danger title={t('remove')}>
        <p className="mb-3 text-[0.9375rem]">{t('removeSure', { name })}</p>
        <PostButton action={`/accounts/holdings/${id}/remove`} variant="destroy" size="small">
          {t('removeAction')}
        </PostButton>
      </Disclosure>
    </div>
  )
}

type FieldsProps = { id: string; holding?: HoldingView; fault: Fault | null }

/** What adding and changing share; the value of a known one stays unless another is typed. */
function HoldingFields({ id, holding, fault }: FieldsProps) {
  const t = useTranslations('arrange.holdings')
  const locale = useLocale()
  const errorOf = (field: 'name' | 'amount' | 'day') => (fault?.field === field ? t(`faults.${field}`) : undefined)
  return (
    <>
      <TextField
        id={`holding-name-${id}`}
        name="name"
        label={t('name')}
        defaultValue={fault?.typed.name ?? holding?.name}
        maxLength={70}
        required
        error={errorOf('name')}
      />
      <SelectField
        id={`holding-kind-${id}`}
        name="kind"
        label={t('kind')}
        defaultValue={fault?.typed.kind ?? holding?.kind}
        choices={holdingKinds.map(kind => [kind, t(`kinds.${kind}`)])}
      />
      <TextField
        id={`amount-${id}`}
        name="amount"
        inputMode="decimal"
        label={t(holding ? 'newAmount' : 'amount')}
        placeholder={holding && typeAmount(holding.value.amount, locale)}
        defaultValue={fault?.typed.amount}
        required={holding === undefined}
        error={errorOf('amount')}
      />
      <DateField id={`day-${id}`} name="day" label={t('day')} value={fault?.typed.day} error={errorOf('day')} />
    </>
  )
}
