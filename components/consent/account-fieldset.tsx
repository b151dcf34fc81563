'use client'

import type { AccountChoice, ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import { groupIban } from '@guichet/values/money/iban-text.ts'
import { useTranslations } from 'next-intl'
import { memo } from 'react'
import { useList } from '#components/format/use-list.ts'
import { Iban } from '#components/format/value.tsx'
import { Badge } from '#components/ui/card.tsx'
import { CheckboxMark } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { ConsentMatrixView } from '#lib/views/consent.ts'
import { matrixColumns } from './column-heads.tsx'

type MatrixRow = ConsentMatrixView['rows'][number]

type AccountFieldsetProps = {
  row: MatrixRow
  choice: AccountChoice
  kinds: readonly ConsentKind[]
  onTick: (iban: string, kind: ConsentKind, on: boolean) => void
}

/** One IBAN: its name in the legend, with native checkboxes. Rendered again only if its own boxes change. */
export const AccountFieldset = memo(function AccountFieldset({ row, choice, kinds, onTick }: AccountFieldsetProps) {
  const t = useTranslations('consent')
  const ticked = kinds.some(kind => choice[kind])
  return (
    <fieldset
      className={`${matrixColumns(kinds)} min-w-0 border-x border-b border-line px-5 py-4 last:rounded-b-2xl sm:px-6 lg:py-3 ${
        ticked ? 'bg-surface' : 'bg-surface/60'
      }`}
    >
      {/* Floated, so that it is laid out as an ordinary grid cell. */}
      <legend className="float-left w-full min-w-0 pb-2 lg:pr-6 lg:pb-0">
        <Legend row={row} />
      </legend>
      <div className="clear-both grid grid-cols-2 gap-x-4 lg:contents">
        {kinds.map(kind => (
          // biome-ignore lint/a11y/noLabelWithoutControl: CheckboxMark is the native box
          <label
            key={kind}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg lg:justify-center lg:hover:bg-sunken"
          >
            <CheckboxMark
              name={kind}
              value={row.iban}
              checked={choice[kind]}
              onChange={event => onTick(row.iban, kind, event.target.checked)}
            />
            <span className="text-[0.9375rem] lg:sr-only">{t(`kinds.${kind}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
})

/**
 * The same for a login with very many accounts: plain boxes and few elements, so that a page of five hundred rows stays below
 * one megabyte and is complete without JavaScript.
 */
export const PlainFieldset = memo(function PlainFieldset({ row, choice, kinds, onTick }: AccountFieldsetProps) {
  const t = useTranslations('consent')
  const list = useList()
  const cards = row.cards.map(card => card.name)
  const badge = row.isNew ? 'newBadge' : row.listed ? null : 'unlistedBadge'
  return (
    <fieldset className={`plain-row ${matrixColumns(kinds)}`}>
      <legend>
        <b>
          <bdi>{row.name || t('namedByYou')}</bdi>
        </b>
        {badge ? <small>{t(badge)}</small> : null}
        <small translate="no">{groupIban(row.iban)}</small>
        {row.product && row.listed ? (
          <small>
            <bdi>{row.product}</bdi>
          </small>
        ) : null}
        {isEuroOnly(row) ? null : (
          <small>{t('currencies', { count: row.currencies.length, list: list(row.currencies) })}</small>
        )}
        {cards.length > 0 ? <small>{t('cards', { count: cards.length, list: list(cards) })}</small> : null}
      </legend>
      <div>
        {kinds.map(kind => (
          <label key={kind}>
            <input
              type="checkbox"
              name={kind}
              value={row.iban}
              checked={choice[kind]}
              onChange={event => onTick(row.iban, kind, event.target.checked)}
            />
            <span>{t(`kinds.${kind}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
})

/** Most accounts are in euros: only other currencies are worth a word. */
const isEuroOnly = ({ currencies }: MatrixRow) => currencies.every(currency => currency === 'EUR')

function Legend({ row }: { row: MatrixRow }) {
  const t = useTranslations('consent')
  const list = useList()
  const cards = row.cards.map(card => card.name)
  return (
    <>
      <span className="line-clamp-2 wrap-anywhere font-semibold">
        <bdi>{row.name || t('namedByYou')}</bdi>
      </span>
      {row.isNew || !row.listed ? (
        <span className="my-1 block">
          <Badge tone={row.isNew ? 'brand' : 'neutral'}>{t(row.isNew ? 'newBadge' : 'unlistedBadge')}</Badge>
        </span>
      ) : null}
      <span className="block text-sm text-soft">
        <Iban value={row.iban} />
      </span>
      <span className="block text-sm text-soft">
        {row.product && row.listed ? (
          <span className="wrap-anywhere">
            <bdi>{row.product}</bdi>
            {isEuroOnly(row) ? null : ' · '}
          </span>
        ) : null}
        {isEuroOnly(row) ? null : t('currencies', { count: row.currencies.length, list: list(row.currencies) })}
      </span>
      {cards.length > 0 ? (
        <span className="mt-1 flex items-start gap-1.5 text-sm text-soft">
          <Icon name="card" className="mt-0.5 size-4" />
          <span className="line-clamp-3 wrap-anywhere">{t('cards', { count: cards.length, list: list(cards) })}</span>
        </span>
      ) : null}
    </>
  )
}
