'use client'

import type { AccountChoice, ConsentChoice, ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import { bareIban, groupIban } from '@guichet/values/money/iban-text.ts'
import { useTranslations } from 'next-intl'
import { memo, useState } from 'react'
import { Iban } from '#components/format/iban.tsx'
import { useList } from '#components/format/use-list.ts'
import { Button } from '#components/ui/button.tsx'
import { Badge } from '#components/ui/card.tsx'
import { CheckboxMark } from '#components/ui/checkbox.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useWaiting } from '#components/ui/scripted.tsx'
import type { ConsentMatrixView } from '#lib/views/consent.ts'
import { stateOf } from './draft.ts'

/** The matrix's columns, one per kind in the bank's version, shared by the header and all rows. */
function matrixColumns(kinds: readonly ConsentKind[]): string {
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

type NameIbanProps = { taken: readonly string[]; onName: (iban: string) => void }

/**
 * Adds an account that the bank does not list. Banks of v1.4.2 list consented accounts only, so a new account can only be
 * added by its IBAN (document 1: a consent may be sent without a listing if the IBAN is known). Before the first consent they
 * list all.
 */
export function NameIban({ taken, onName }: NameIbanProps) {
  const t = useTranslations('consent.nameIban')
  const [text, setText] = useState('')
  const waiting = useWaiting()
  const [fault, setFault] = useState<'invalid' | 'taken' | null>(null)
  const [said, setSaid] = useState('')
  const load = () => import('@guichet/values/money/iban.ts').catch(() => null)
  async function name() {
    const reader = await load()
    const iban = bareIban(text)
    // The server checks it again.
    const wrong = reader && !reader.isIban(iban) ? 'invalid' : taken.includes(iban) ? 'taken' : null
    setFault(wrong)
    if (wrong) return
    onName(iban)
    setText('')
    setSaid(t('done'))
  }
  return (
    <div>
      <h2 className="text-lg font-semibold">{t('title')}</h2>
      <p className="mt-1 text-[0.9375rem] text-soft">{t('text')}</p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          {...waiting}
          id="name-iban"
          label={t('label')}
          error={fault ? t(fault) : undefined}
          value={text}
          maxLength={50}
          autoCapitalize="characters"
          spellCheck={false}
          className="min-w-0 flex-1 basis-72"
          onChange={event => {
            setText(event.target.value)
            setFault(null)
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            name()
          }}
        />
        <Button variant="secondary" onClick={name}>
          {t('action')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}
