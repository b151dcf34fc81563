import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card, EmptyState } from '#components/ui/card.tsx'
import { Pager } from '#components/ui/page-header.tsx'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { type Choice, FilterSelect } from './filter-select.tsx'

type StateListProps = {
  /** The page of the list. */
  page: string
  state: string | undefined
  choices: readonly Choice[]
  t: (key: 'state' | 'anyState' | 'filter' | 'noneSuch' | 'older') => string
  /** Said if there is nothing at all, with what to do then. */
  none: ReactNode
  make: ReactNode
  /** The cursor of the next rows. */
  next: string | null
  /** The rows; null for none. */
  children: ReactNode
}

/** Rows of one state, or all, chosen by a plain form, newest first. */
export function StateList({ page, state, choices, t, none, make, next, children }: StateListProps) {
  if (children === null && state === undefined)
    return (
      <Card flush>
        <EmptyState title={none} action={make} />
      </Card>
    )
  const older =
    next && `${page}?${new URLSearchParams({ ...omitUndefined({ state: state || undefined }), before: next })}`
  return (
    <>
      <search className="mb-6 block">
        <form action={page} method="get" className="flex flex-wrap items-end gap-3">
          <div className="min-w-48">
            <FilterSelect
              name="state"
              label={t('state')}
              none={t('anyState')}
              value={state ?? null}
              choices={choices}
            />
          </div>
          <Button type="submit" variant="secondary">
            {t('filter')}
          </Button>
        </form>
      </search>
      <Card flush>{children ?? <p className="px-5 py-6 text-soft sm:px-6">{t('noneSuch')}</p>}</Card>
      <Pager older={older ? { href: older, label: t('older') } : null} />
    </>
  )
}
