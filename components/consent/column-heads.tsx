'use client'

import type { ConsentChoice, ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import { useTranslations } from 'next-intl'
import { CheckboxMark } from '#components/ui/field.tsx'
import { useWaiting } from '#components/ui/scripted.tsx'
import { stateOf } from './draft.ts'

/** The matrix's columns, one per kind in the bank's version, shared by the header and all rows. */
export function matrixColumns(kinds: readonly ConsentKind[]): string {
  return kinds.length === 2
    ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_repeat(2,8rem)]'
    : 'lg:grid lg:grid-cols-[minmax(0,1fr)_repeat(4,6.5rem)]'
}

type ColumnHeadsProps = {
  draft: ConsentChoice
  kinds: readonly ConsentKind[]
  /** The displayed rows; a column head ticks only these. */
  shown: ReadonlySet<string>
  filtered: boolean
  onTick: (kind: ConsentKind, on: boolean) => void
}

/** Column heads that tick a whole column; on a phone, a fieldset before the accounts. */
export function ColumnHeads({ draft, kinds, shown, filtered, onTick }: ColumnHeadsProps) {
  const t = useTranslations('consent')
  const rows = draft.accounts.filter(account => shown.has(account.iban))
  const waiting = useWaiting(rows.length === 0)
  return (
    <fieldset
      className={`${matrixColumns(kinds)} min-w-0 rounded-t-2xl border border-line bg-sunken max-lg:noscript:hidden px-5 py-3 sm:px-6 lg:sticky lg:top-0 lg:z-10 lg:py-2`}
    >
      <legend className="float-left w-full pb-1 text-[0.9375rem] font-medium text-soft lg:w-auto lg:self-center lg:pb-0">
        {t('columnsLabel')}
      </legend>
      <div className="clear-both grid grid-cols-2 gap-x-4 lg:contents">
        {kinds.map(kind => {
          const state = stateOf(rows.map(account => account[kind]))
          return (
            // biome-ignore lint/a11y/noLabelWithoutControl: CheckboxMark is the native box
            <label
              key={kind}
              className="flex min-h-11 cursor-pointer items-center gap-3 font-medium lg:min-h-16 lg:flex-col lg:justify-center lg:gap-1.5 lg:text-sm"
            >
              <CheckboxMark
                ref={box => {
                  if (box) box.indeterminate = state === 'some'
                }}
                checked={state === 'all'}
                {...waiting}
                className="noscript:invisible"
                aria-label={t(filtered ? 'columnShown' : 'columnAll', { kind: t(`kinds.${kind}`) })}
                onChange={event => onTick(kind, event.target.checked)}
              />
              <span>{t(`kinds.${kind}`)}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
