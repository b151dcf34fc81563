import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { ZodError } from 'zod'
import { formatTags, type Locale, timeZone } from '#components/format/locale.ts'
import { FilterButtons } from '#components/merchant/filters.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { type Choice, SelectField, TextField } from '#components/ui/field.tsx'
import { Pager } from '#components/ui/page-header.tsx'

type Column<Row> = {
  readonly key: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly end?: boolean
  readonly wide?: boolean
}
type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  empty: ReactNode
}

/** A table of numbers; on a phone it scrolls in its own frame, also by keyboard. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty }: DataTableProps<Row>) {
  if (rows.length === 0) return <p className="px-5 py-6 text-soft sm:px-6">{empty}</p>
  const pad = 'px-3 py-2.5 first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it (axe scrollable-region-focusable)
    <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-soft">
            {columns.map(({ key, head, end }) => (
              <th key={key} scope="col" className={clsx('font-medium whitespace-nowrap', pad, end && 'text-right')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, cell, end, wide }) => (
                <td key={key} className={clsx('align-top', pad, cellClass(end, wide))}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The same in a card of its own. */
export function DataCard<Row>(props: DataTableProps<Row>) {
  return (
    <Card flush>
      <DataTable {...props} />
    </Card>
  )
}

function cellClass(end = false, wide = false): string {
  if (end) return 'tabular text-right whitespace-nowrap'
  return wide ? 'min-w-56 wrap-anywhere' : 'whitespace-nowrap'
}

/** A moment to the second, in Paris. */
export function SecondText({ value }: { value: string }) {
  const moment = new Intl.DateTimeFormat(formatTags[useLocale()], { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (
    <time dateTime={value} className="tabular">
      {moment.format(new Date(value))}
    </time>
  )
}

/** A duration, `1 234 ms` or `2,4 s`. */
export function formatMs(value: number, locale: Locale): string {
  const [unit, amount, digits] =
    value < 1_000 ? (['millisecond', value, 0] as const) : (['second', value / 1_000, 1] as const)
  return new Intl.NumberFormat(formatTags[locale], { style: 'unit', unit, maximumFractionDigits: digits }).format(
    amount,
  )
}

/** `99,95 %`. */
export function formatShare(value: number, locale: Locale): string {
  return new Intl.NumberFormat(formatTags[locale], { style: 'percent', maximumFractionDigits: 2 }).format(value)
}

/** `12 345`. */
export function formatCount(value: number, locale: Locale): string {
  return new Intl.NumberFormat(formatTags[locale]).format(value)
}

type FilterField = {
  readonly name: string
  readonly label: string
  readonly type?: 'date'
  /** Values to choose from, with their labels; no value means all. */
  readonly choices?: readonly Choice[]
}
type Given = Readonly<Record<string, string>>
type FilteredListProps = {
  action: string
  given: Given
  fields: readonly FilterField[]
  fault: ZodError | undefined
  next: string | null
  children: ReactNode
}

/** A list below its filters: a plain form, so that the URL contains them and can be sent to a colleague. */
export function FilteredList({ action, given, fields, fault, next, children }: FilteredListProps) {
  const t = useTranslations('operator.filter')
  const { before, ...kept } = given
  const address = (more: Given) => `${action}?${new URLSearchParams({ ...kept, ...more })}`
  return (
    <>
      <FilterForm action={action} given={given} fields={fields} />
      {fault ? (
        <Alert tone="warning" className="mb-6">
          {t('bad', { field: String(fault.issues[0]?.path[0] ?? '') })}
        </Alert>
      ) : null}
      {children}
      <Pager
        label={t('pages')}
        newest={before ? { href: address({}), label: t('newest') } : null}
        older={next ? { href: address({ before: next }), label: t('older') } : null}
      />
    </>
  )
}

function FilterForm({ action, given, fields }: Pick<FilteredListProps, 'action' | 'given' | 'fields'>) {
  const t = useTranslations('operator.filter')
  return (
    <Card className="mb-6">
      <form action={action} method="get" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {fields.map(({ name, label, type, choices }) => {
          const value = given[name] ?? ''
          const field = { name, label, id: name }
          if (choices)
            return <SelectField key={name} {...field} none={t('all')} defaultValue={value} choices={choices} />
          if (type === 'date') return <DateField key={name} {...field} value={value} />
          return <TextField key={name} {...field} defaultValue={value} type="text" />
        })}
        <div className="flex items-end">
          <FilterButtons apply={t('apply')} clear={t('clear')} page={action} />
        </div>
      </form>
    </Card>
  )
}
