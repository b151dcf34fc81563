'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { formatMoney } from '#components/format/text.ts'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button, PostForm } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ScriptedButton, useWaiting } from '#components/ui/scripted.tsx'
import { useEarlyText } from '#components/ui/use-early-text.ts'
import type { TillView } from '#lib/views/till.ts'
import { pressKey } from './keypad.ts'
import { readySound } from './sound.ts'

type SaleFormProps = {
  organisation: string
  items: TillView['items']
  /** The field that was refused without a script. */
  wrong: string | null
}

/** Asks for an amount or a saved item. A plain form, which a script sends without leaving the page: then a lost connection loses nothing. */
export function SaleForm({ organisation, items, wrong }: SaleFormProps) {
  const t = useTranslations('till')
  const locale = useLocale()
  const mark = locale === 'fr' ? ',' : '.'
  const [amount, setAmount] = useState('')
  const { action, submit } = useSelling(organisation)
  const faultOf = (field: string) => (field === 'amount' || field === 'item' ? t(`faults.${field}`) : null)
  const told = action.problem === null ? wrong : action.field
  return (
    <PostForm
      action="/till/sell"
      sends={{ organisation, locale }}
      onSubmit={submit}
      noValidate
      autoComplete="off"
      className="grid gap-4"
    >
      <AmountField amount={amount} onChange={setAmount} mark={mark} isWrong={told === 'amount'} />
      <div id="till-fault" className="contents">
        {wrong === null || action.problem !== null ? null : <p className="text-danger">{faultOf(wrong)}</p>}
        <ActionNote action={action} faultOf={faultOf} />
      </div>
      <Keypad mark={mark} onPress={key => setAmount(text => pressKey(text, key, mark))} />
      <Button type="submit" size="large" wide loading={action.pending}>
        {t('ask')}
      </Button>
      <TextField id="till-note" name="note" label={t('note')} maxLength={140} />
      {items.length === 0 ? null : <Items items={items} />}
    </PostForm>
  )
}

function useSelling(organisation: string) {
  const router = useRouter()
  const action = useAction<void>('nothing')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    readySound()
    const { nativeEvent, currentTarget } = event
    const pressed = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
    const data = new FormData(currentTarget, pressed)
    const text = (name: string) => String(data.get(name) ?? '')
    const wish = { amount: text('amount'), note: text('note'), item: text('item'), locale: text('locale') }
    await action.run(async () => {
      const { id } = await sendJson<{ id: string }>('POST', `/api/merchant/till?organisation=${organisation}`, wish)
      router.push(`/till/${id}`)
    })
  }
  return { action, submit }
}

type AmountFieldProps = { amount: string; onChange: (amount: string) => void; mark: string; isWrong: boolean }

/** Big enough to be read across the counter. Our keys stand in for those of a phone, which would hide them. */
function AmountField({ amount, onChange, mark, isWrong }: AmountFieldProps) {
  const t = useTranslations('till')
  const early = useEarlyText(onChange)
  const { disabled: waits } = useWaiting()
  return (
    <div>
      <label htmlFor="till-amount" className="sr-only">
        {t('amount')}
      </label>
      <div className="flex items-baseline gap-2 rounded-2xl border border-control bg-surface px-4 focus-within:border-brand">
        <input
          ref={early}
          id="till-amount"
          name="amount"
          value={amount}
          onChange={event => onChange(event.target.value)}
          inputMode={waits ? 'decimal' : 'none'}
          maxLength={20}
          placeholder={`0${mark}00`}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'till-fault' : undefined}
          className="tabular min-h-18 w-full min-w-0 bg-transparent text-right text-4xl font-semibold outline-none placeholder:text-faint"
        />
        <span aria-hidden="true" className="text-2xl text-soft">
          €
        </span>
      </div>
    </div>
  )
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

function Keypad({ mark, onPress }: { mark: string; onPress: (key: string) => void }) {
  const t = useTranslations('till')
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{t('keys')}</legend>
      {[...digits, mark, '0', 'back'].map(key => (
        <ScriptedButton
          key={key}
          aria-label={key === 'back' ? t('back') : undefined}
          onClick={() => onPress(key)}
          className="min-h-16 rounded-2xl border border-line bg-surface text-2xl font-semibold hover:border-brand active:bg-brand-tint"
        >
          {key === 'back' ? <Icon name="undo" className="mx-auto size-6" /> : key}
        </ScriptedButton>
      ))}
    </fieldset>
  )
}

/** One press sells. After the amount’s own button, which the Enter key presses. */
function Items({ items }: Pick<SaleFormProps, 'items'>) {
  const t = useTranslations('till')
  const locale = useLocale()
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="float-left mb-2 w-full font-semibold">{t('items')}</legend>
      <div className="clear-both grid grid-cols-2 gap-2">
        {items.map(({ id, title, amount }) => (
          <button
            key={id}
            type="submit"
            name="item"
            value={id}
            className="grid min-h-16 gap-0.5 rounded-2xl border border-line bg-surface px-4 py-2 text-left hover:border-brand active:bg-brand-tint"
          >
            <span className="font-medium leading-snug wrap-anywhere">{title}</span>
            <span className="tabular text-soft">{formatMoney(amount, locale)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
