import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { ZodError } from 'zod'
import { type Choice, FilterButtons, FilterSelect } from '#components/merchant/filter-select.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Pager } from '#components/ui/page-header.tsx'

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
          if (choices) return <FilterSelect key={name} {...field} none={t('all')} value={value} choices={choices} />
          if (type === 'date') return <DateField key={name} {...field} value={value} />
          return <TextField key={name} {...field} defaultValue={value} type="text" autoComplete="off" />
        })}
        <div className="flex items-end">
          <FilterButtons apply={t('apply')} clear={t('clear')} page={action} />
        </div>
      </form>
    </Card>
  )
}
