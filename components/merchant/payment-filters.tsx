import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'
import { orderKinds, type PaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { type Choice, FilterSelect } from './filter-select.tsx'

type PaymentFiltersProps = { filter: PaymentFilter; banks: readonly Choice[] }

/** Filters as a plain form: the URL contains them, and can be sent to a colleague. */
export function PaymentFilters({ filter, banks }: PaymentFiltersProps) {
  const t = useTranslations('merchant.payments')
  const words = useTranslations('merchant')
  const isOpen = Object.entries(filter).some(([name, value]) => name !== 'q' && value !== null)
  const statuses = orderStatuses.map((status): Choice => [status, words(`statuses.${status}`)])
  const kinds = orderKinds.map((kind): Choice => [kind, words(`kinds.${kind}`)])
  return (
    <Card className="mb-6">
      <search>
        <form action="/payments" method="get" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {filter.link ? <input type="hidden" name="link" value={filter.link} /> : null}
          <TextField
            id="q"
            name="q"
            type="search"
            label={t('search')}
            hint={t('searchHint')}
            defaultValue={filter.q}
            maxLength={100}
            autoComplete="off"
          />
          <Disclosure title={t('filters')} open={isOpen}>
            <div className="mt-2 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
              <FilterSelect
                name="status"
                label={t('status')}
                none={t('all')}
                value={filter.status}
                choices={statuses}
              />
              <FilterSelect name="kind" label={t('kind')} none={t('all')} value={filter.kind} choices={kinds} />
              <FilterSelect name="bank" label={t('bank')} none={t('allBanks')} value={filter.bank} choices={banks} />
              {(['from', 'to'] as const).map(name => (
                <DateField key={name} id={name} name={name} label={t(name)} value={filter[name] ?? ''} />
              ))}
              {(['min', 'max'] as const).map(name => (
                <TextField
                  key={name}
                  id={name}
                  name={name}
                  inputMode="decimal"
                  label={t(name)}
                  defaultValue={filter[name] ?? ''}
                  autoComplete="off"
                />
              ))}
            </div>
          </Disclosure>
          <div className="flex flex-wrap gap-2">
            <Button type="submit">{t('apply')}</Button>
            {isOpen || filter.q ? (
              <ButtonLink href="/payments" variant="quiet">
                {t('clear')}
              </ButtonLink>
            ) : null}
          </div>
        </form>
      </search>
    </Card>
  )
}
