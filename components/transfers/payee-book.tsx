'use client'

import { groupIban } from '@guichet/values/money/iban-text.ts'
import { finderOf } from '@guichet/values/text/forgiving-search.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { Iban } from '#components/format/iban.tsx'
import { formatDate } from '#components/format/text.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge, Card } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm, useWaiting } from '#components/ui/scripted.tsx'
import type { PayeeVerificationView, PayeeView } from '#lib/views/transfer.ts'
import { IbanField } from './iban-field.tsx'
import { PayeeCheck, shortKey } from './payee-check.tsx'
import { PayeeChoices, useVerifiedPayee } from './verified-payee.tsx'

type PayeeBookProps = { payees: readonly PayeeView[]; banks: Readonly<Record<string, string>> }

/** The payee book, searched in the browser while typing, so that no IBAN is in a URL. */
export function PayeeBook({ payees, banks }: PayeeBookProps) {
  const t = useTranslations('transfers.book')
  const [query, setQuery] = useState('')
  const waiting = useWaiting()
  const [open, setOpen] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const finds = finderOf(query)
  const digits = query.replace(/\s/g, '').toUpperCase()
  const found = payees.filter(
    ({ name, iban, bankName }) => finds(`${name} ${bankName ?? ''}`) || (digits.length > 3 && iban.includes(digits)),
  )
  const done = (text: string) => {
    setNews(text)
    setOpen(null)
  }
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <TextField
          {...waiting}
          id="payee-search"
          type="search"
          label={t('search')}
          value={query}
          onChange={event => setQuery(event.target.value)}
          className="flex-1 basis-64"
        />
        <Button onClick={() => setOpen('new')}>{t('add')}</Button>
      </div>
      <p role="status" className="min-h-5 text-sm text-soft">
        {news} {query === '' ? null : t('found', { count: found.length })}
      </p>
      {open === 'new' ? (
        <Card as="div">
          <PayeeForm banks={banks} payee={null} onDone={done} onCancel={() => setOpen(null)} />
        </Card>
      ) : null}
      {payees.length === 0 && open !== 'new' ? <p className="text-soft">{t('empty')}</p> : null}
      {found.length > 0 ? (
        <Card as="div" flush>
          <ul className="divide-y divide-line">
            {found.map(payee => (
              <li key={payee.id} className="px-4 py-4 sm:px-6">
                {open === payee.id ? (
                  <PayeeForm banks={banks} payee={payee} onDone={done} onCancel={() => setOpen(null)} />
                ) : (
                  <PayeeRow payee={payee} onEdit={() => setOpen(payee.id)} onRemoved={done} />
                )}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}

type PayeeRowProps = { payee: PayeeView; onEdit: () => void; onRemoved: (news: string) => void }

function PayeeRow({ payee, onEdit, onRemoved }: PayeeRowProps) {
  const t = useTranslations('transfers.book')
  const { name } = payee
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name} {payee.isNew ? <Badge tone="warning">{t('new')}</Badge> : null}
        </p>
        <p className="text-sm text-soft">
          <Iban value={payee.iban} />
          {payee.bankName ? ` · ${payee.bankName}` : null}
        </p>
        {payee.verification ? <CheckLine verification={payee.verification} /> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-label={t('edit', { name })} onClick={onEdit}>
          {t('editShort')}
        </Button>
        <ConfirmedAction
          start={t('removeShort')}
          label={t('remove', { name })}
          ask={t('removeSure', { name })}
          yes={t('confirmRemove')}
          no={t('keep')}
          size="small"
          act={() => sendOnly('DELETE', `/api/payees/${payee.id}`)}
          onDone={() => onRemoved(t('removed', { name }))}
        />
      </div>
    </div>
  )
}

/** The answer of the last verification and its date. */
function CheckLine({ verification }: { verification: PayeeVerificationView }) {
  const t = useTranslations('verification')
  const locale = useLocale()
  return (
    <p className="text-sm text-soft">
      {t(shortKey(verification), { name: verification.matchedName ?? '' })} ·{' '}
      {formatDate(verification.verifiedAt, locale)}
    </p>
  )
}

type PayeeFormProps = {
  payee: PayeeView | null
  banks: Readonly<Record<string, string>>
  onDone: (news: string) => void
  onCancel: () => void
}

function PayeeForm({ payee, banks, onDone, onCancel }: PayeeFormProps) {
  const t = useTranslations('transfers')
  const id = useId()
  const [iban, setIban] = useState(payee?.iban ?? '')
  const [method, url] = payee ? (['PUT', `/api/payees/${payee.id}`] as const) : (['POST', '/api/payees'] as const)
  const verified = useVerifiedPayee(
    '/api/payees/verify',
    input => sendOnly(method, url, input),
    ({ name }) => onDone(t('book.saved', { name })),
  )
  const { asked, action } = verified
  const faultOf = useFieldFault(verified.field)
  const changesIban = payee !== null && iban.replace(/\s/g, '').toUpperCase() !== payee.iban
  return (
    <ScriptedForm onSubmit={verified.submit} onInput={verified.forget} className="grid grid-cols-1 gap-4" noValidate>
      <TextField
        id={`${id}-name`}
        name="name"
        label={t('form.name')}
        defaultValue={payee?.name ?? ''}
        error={faultOf('name')}
        maxLength={200}
      />
      <IbanField
        id={`${id}-iban`}
        label={t('form.iban')}
        defaultValue={payee ? groupIban(payee.iban) : ''}
        error={faultOf('iban')}
        banks={banks}
        onText={setIban}
      />
      <TextField
        id={`${id}-bic`}
        name="bic"
        label={t('form.bic')}
        defaultValue={payee?.bic ?? ''}
        error={faultOf('bic')}
        translate="no"
        maxLength={20}
        className="sm:max-w-60"
      />
      <Alert tone="warning" title={t('form.fraudTitle')}>
        {t('form.fraudText')} {changesIban ? t('book.changeWarning') : null}
      </Alert>
      {action.problem && !faultParts(action.problem.problem?.field ?? null) ? (
        <ProblemNote error={action.problem} />
      ) : null}
      {asked ? <PayeeCheck {...asked} announce="polite" /> : null}
      <div className="flex flex-wrap gap-2">
        {asked ? (
          <PayeeChoices verification={asked.verification} pending={verified.pending} onChoose={verified.choose} />
        ) : (
          <Button type="submit" loading={verified.isBusy}>
            {t('book.save')}
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          {t('book.cancel')}
        </Button>
      </div>
    </ScriptedForm>
  )
}

/** `iban.iban_invalid`: the field and what is wrong with it. */
function faultParts(field: string | null): readonly [string, string] | null {
  const [name, fault] = field?.split('.') ?? []
  return name && fault ? [name, fault] : null
}

function useFieldFault(refused: string | null): (field: string) => string | undefined {
  const t = useTranslations('transfers.faults')
  return field => {
    const parts = faultParts(refused)
    const name = `${parts?.[1]}` as 'known'
    if (!parts || !t.has(name)) return undefined
    return parts[0] === field || (field === 'name' && parts[0] === 'payees') ? t(name) : undefined
  }
}
