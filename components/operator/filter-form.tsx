import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { Select } from '#components/ui/select.tsx'

export type FilterField = {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly type?: 'date'
  /** Values to choose from, with their labels; no value means all. */
  readonly choices?: readonly (readonly [value: string, label: string])[]
}

/** Filters as a plain form: the URL contains them, and can be sent to a colleague. */
export function FilterForm({ action, fields }: { action: string; fields: readonly FilterField[] }) {
  const t = useTranslations('operator.filter')
  return (
    <Card className="mb-6">
      <form action={action} method="get" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {fields.map(({ name, label, value, type, choices }) =>
          choices ? (
            <Field key={name} id={name} label={label}>
              <Select id={name} name={name} defaultValue={value ?? ''}>
                <option value="">{t('all')}</option>
                {choices.map(([choice, words]) => (
                  <option key={choice} value={choice}>
                    {words}
                  </option>
                ))}
              </Select>
            </Field>
          ) : type === 'date' ? (
            <DateField key={name} id={name} name={name} label={label} value={value ?? ''} />
          ) : (
            <TextField
              key={name}
              id={name}
              name={name}
              label={label}
              defaultValue={value ?? ''}
              type="text"
              autoComplete="off"
            />
          ),
        )}
        <div className="flex items-end gap-2">
          <Button type="submit">{t('apply')}</Button>
          <ButtonLink href={action} variant="quiet">
            {t('clear')}
          </ButtonLink>
        </div>
      </form>
    </Card>
  )
}

type OlderLinkProps = { action: string; filter: Readonly<Record<string, string>>; next: string | null }

/** Links to older rows with the same filters, and back to the newest. */
export function OlderLink({ action, filter, next }: OlderLinkProps) {
  const t = useTranslations('operator.filter')
  const { before, ...kept } = filter
  const address = (more: Record<string, string>) => `${action}?${new URLSearchParams({ ...kept, ...more })}`
  return (
    <Pager
      label={t('pages')}
      newest={before ? { href: address({}), label: t('newest') } : null}
      older={next ? { href: address({ before: next }), label: t('older') } : null}
    />
  )
}
