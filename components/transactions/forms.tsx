import { useLocale, useTranslations } from 'next-intl'
import { useId } from 'react'
import { formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { PostButton, PostForm } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FieldError, Input, TextField } from '#components/ui/field.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { Link } from '#components/ui/link.tsx'
import { attachmentLimits, attachmentTypes } from '#lib/domain/accounts/attachment.ts'
import { noteLimit, partsLimit, seenWords } from '#lib/domain/accounts/split.ts'
import type { TransactionDetail } from '#lib/views/banking.ts'
import { CategorySelect } from './category-select.tsx'
import { addressOf } from './row.tsx'

type FormsProps = {
  detail: TransactionDetail
  /** The refused field. */
  wrong: string | null
  /** In the refused form; `left` is what parts miss. */
  typed: Partial<Readonly<Record<'note' | 'tags' | 'leftOut' | 'rows' | 'left', string>>>
}

/** What a person adds to a transaction of their own, by plain forms. */
export function TransactionForms({ detail, wrong, typed }: FormsProps) {
  const t = useTranslations('transactions.yours')
  const { line, isOwn } = detail
  if (!isOwn) return null
  return (
    <div className="grid grid-cols-1 gap-6">
      <Others detail={detail} />
      {line.booked ? (
        <>
          <WordsForm detail={detail} wrong={wrong} typed={typed} />
          <SplitForm line={line} wrong={wrong} typed={typed} />
          <Receipts detail={detail} wrong={wrong} />
        </>
      ) : (
        <p className="text-soft">{t('notBooked')}</p>
      )}
    </div>
  )
}

/** The other transactions with the same counterparty, in numbers. */
function Others({ detail: { line, others } }: Pick<FormsProps, 'detail'>) {
  const t = useTranslations('transactions.yours')
  if (others === null) return null
  const { currency } = line.amount
  const { direction, count, sum, average } = others
  const query = new URLSearchParams({ direction, counterparty: line.counterparty, counted: currency })
  return (
    <Card titleId="others-title" title={t('others', { name: line.name })}>
      <p>
        {t.rich(`othersText.${direction}`, {
          count,
          sum: () => <Money value={{ amount: sum, currency }} signed className="font-semibold" />,
          average: () => <Money value={{ amount: average, currency }} signed className="font-semibold" />,
        })}
      </p>
      <Link href={`/transactions?${query}`} className="link mt-2 inline-flex min-h-11 items-center">
        {t('showOthers')}
      </Link>
    </Card>
  )
}

function WordsForm({ detail, wrong, typed }: FormsProps) {
  const t = useTranslations('transactions.yours')
  const { line } = detail
  const saved = [line.note, ...line.tags].filter(Boolean).join(' · ') || t('nothing')
  const wrongNote = wrong === 'note.changed' ? t('wrong.changed', { saved }) : t('wrong.note')
  return (
    <Card titleId="words-title" title={t('title')}>
      <PostForm
        action={`${addressOf(line)}/words`}
        sends={{ seen: seenWords(line) }}
        className="mt-4 grid gap-4"
        submit={t('save')}
      >
        <TextField
          name="note"
          label={t('note')}
          defaultValue={typed.note ?? line.note ?? ''}
          maxLength={noteLimit}
          error={wrong?.startsWith('note') ? wrongNote : null}
        />
        <TagsField
          known={detail.tags}
          value={typed.tags ?? line.tags.join(', ')}
          isWrong={wrong === 'tags'}
          hint={t('tagsHint')}
        />
        <Checkbox
          name="leftOut"
          defaultChecked={typed.leftOut === undefined ? line.leftOut : typed.leftOut !== ''}
          label={t('leaveOut')}
          hint={t('leaveOutHint')}
        />
      </PostForm>
    </Card>
  )
}

type TagsFieldProps = { known: readonly string[]; value: string; isWrong: boolean; hint: string }

/** Free words, with the person's own as suggestions. */
export function TagsField({ known, value, isWrong, hint }: TagsFieldProps) {
  const t = useTranslations('transactions.yours')
  return (
    <>
      <TextField
        name="tags"
        label={t('tags')}
        hint={hint}
        defaultValue={value}
        list="known-tags"
        error={isWrong ? t('wrong.tags') : null}
      />
      <datalist id="known-tags">
        {known.map(tag => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  )
}

type SplitFormProps = Pick<TransactionDetail, 'line'> & Pick<FormsProps, 'wrong' | 'typed'>
type Row = { readonly category: string; readonly amount: string }

function SplitForm({ line, wrong, typed: { left, rows: refused } }: SplitFormProps) {
  const t = useTranslations('transactions.yours')
  const locale = useLocale()
  const { parts, amount } = line
  const action = `${addressOf(line)}/split`
  const stored = (parts ?? []).map(part => ({ ...part, amount: plain(part.amount, locale) }))
  const rows = refused === undefined ? stored : readRows(refused)
  const shown = Math.min(Math.max(rows.length + 1, 3), partsLimit)
  const errorId = useId()
  const error = faultOf(wrong)
  const say = (minor: string) => formatMoney({ amount: minor.replace('-', ''), currency: amount.currency }, locale)
  return (
    <Card titleId="split-title" title={t('split')} text={t('splitHint', { amount: say(amount.amount) })}>
      <PostForm action={action} className="mt-4 grid gap-3" submit={t('saveSplit')} variant="secondary">
        {positions.slice(0, shown).map(position => (
          <PartRow
            key={position}
            row={rows[position - 1] ?? emptyRow}
            position={position}
            describedBy={error ? `${errorId}-error` : undefined}
          />
        ))}
        {error ? (
          <FieldError id={errorId}>
            {error === 'sum' && left
              ? t(left.startsWith('-') ? 'wrong.tooMuch' : 'wrong.tooLittle', { left: say(left) })
              : t(`wrong.${error}`)}
          </FieldError>
        ) : null}
      </PostForm>
      {parts === null ? null : (
        <PostButton action={action} sends={{ undo: 'yes' }} variant="quiet" formClass="mt-2">
          {t('joinParts')}
        </PostButton>
      )}
    </Card>
  )
}

const positions = Array.from({ length: partsLimit }, (_, at) => at + 1)
const emptyRow: Row = { category: '', amount: '' }

function readRows(text: string): Row[] {
  return text.split('|').flatMap(row => {
    const [category = '', ...amount] = row.split(' ')
    return row === '' ? [] : [{ category, amount: amount.join(' ') }]
  })
}

/** Without sign, as one types it. */
const plain = (amount: string, locale: string) => amount.replace('-', '').replace('.', locale === 'fr' ? ',' : '.')

const splitFaults = ['amount', 'count', 'sum', 'category'] as const
function faultOf(wrong: string | null) {
  return splitFaults.find(fault => wrong === `parts.${fault}` || (fault === 'category' && wrong === 'category')) ?? null
}

function PartRow({ row, position, describedBy }: { row: Row; position: number; describedBy: string | undefined }) {
  const t = useTranslations('transactions.yours')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-2">
      <CategorySelect
        name="category"
        aria-label={t('partCategory', { position })}
        aria-describedby={describedBy}
        defaultValue={row.category}
        none={t('noPart')}
      />
      <Input
        name="amount"
        aria-label={t('partAmount', { position })}
        aria-describedby={describedBy}
        defaultValue={row.amount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
    </div>
  )
}

function Receipts({ detail: { line, attachments }, wrong }: Pick<FormsProps, 'detail' | 'wrong'>) {
  const t = useTranslations('transactions.yours')
  const locale = useLocale()
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
  const action = `${addressOf(line)}/attachment`
  const fault = fileFaults.find(one => wrong === `file.${one}`) ?? (wrong === 'file' ? 'type' : null)
  return (
    <Card titleId="receipts-title" title={t('receipts')} text={t('receiptsHint')}>
      {attachments.length > 0 ? (
        <ul className="mt-3 divide-y divide-line">
          {attachments.map(({ id, fileName, size: bytes }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <a href={`${action}/${id}`} download className="link inline-flex min-h-11 items-center wrap-anywhere">
                {fileName} · {size.format(Math.max(1, Math.round(bytes / 1_000)))}
              </a>
              <PostButton
                action={`${action}/${id}`}
                variant="quiet"
                size="small"
                aria-label={`${t('removeReceipt')} : ${fileName}`}
              >
                {t('removeReceipt')}
              </PostButton>
            </li>
          ))}
        </ul>
      ) : null}
      {attachments.length < attachmentLimits.each ? (
        <PostForm
          action={action}
          encType="multipart/form-data"
          className="mt-4 grid gap-3"
          submit={t('attach')}
          variant="secondary"
        >
          <FileField
            id="receipt"
            name="file"
            required
            accept={attachmentTypes.join(',')}
            label={t('receipt')}
            error={fault === null ? null : t(`fileWrong.${fault}`)}
          />
        </PostForm>
      ) : null}
    </Card>
  )
}

const fileFaults = ['type', 'too_large', 'empty', 'count'] as const
