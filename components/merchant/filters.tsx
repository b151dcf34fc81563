import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { type Choice, SelectField, TextField } from '#components/ui/field.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { Pager } from '#components/ui/page-header.tsx'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'

/** Applies the filters of a plain form; `clear` leads back to the whole list. */
export function FilterButtons({ apply, clear, page }: { apply: string; clear: string | null; page: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit">{apply}</Button>
      {clear === null ? null : (
        <ButtonLink href={page} variant="quiet">
          {clear}
        </ButtonLink>
      )}
    </div>
  )
}

type StateListProps = {
  /** The page of the list. */
  page: string
  state: string | undefined
  choices: readonly Choice[]
  t: (key: 'state' | 'anyState' | 'filter' | 'noneSuch' | 'older') => string
  /** What was looked for, where one can. */
  search?: { label: string; value: string }
  /** Said if there is nothing at all, with what to do then. */
  none: ReactNode
  make: ReactNode
  /** The cursor of the next rows. */
  next: string | null
  /** The rows; null for none. */
  children: ReactNode
}

/** Rows of one state, or all, chosen by a plain form, newest first. */
export function StateList({ page, state, choices, t, search, none, make, next, children }: StateListProps) {
  const wanted = search?.value || undefined
  if (children === null && state === undefined && wanted === undefined)
    return (
      <Card flush>
        <EmptyState title={none} action={make} />
      </Card>
    )
  const older =
    next &&
    `${page}?${new URLSearchParams({ ...omitUndefined({ state: state || undefined, search: wanted }), before: next })}`
  return (
    <>
      <search className="mb-6 block">
        <form action={page} method="get" className="flex flex-wrap items-end gap-3">
          <div className="min-w-48">
            <SelectField name="state" label={t('state')} none={t('anyState')} defaultValue={state} choices={choices} />
          </div>
          {search === undefined ? null : (
            <TextField name="search" type="search" label={search.label} defaultValue={search.value} maxLength={140} />
          )}
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
