import { Button } from '#components/ui/button.tsx'
import { type Choice, FilterSelect } from './filter-select.tsx'

type StateFilterProps = {
  /** The page of the list. */
  action: string
  value: string | null
  choices: readonly Choice[]
  t: (key: 'state' | 'anyState' | 'filter') => string
}

/** The rows of one state, or all, as a plain form. */
export function StateFilter({ action, value, choices, t }: StateFilterProps) {
  return (
    <search className="mb-6 block">
      <form action={action} method="get" className="flex flex-wrap items-end gap-3">
        <div className="min-w-48">
          <FilterSelect name="state" label={t('state')} none={t('anyState')} value={value} choices={choices} />
        </div>
        <Button type="submit" variant="secondary">
          {t('filter')}
        </Button>
      </form>
    </search>
  )
}
