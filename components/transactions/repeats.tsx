import { useTranslations } from 'next-intl'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { SelectField } from '#components/ui/field.tsx'
import { rhythms } from '#lib/domain/accounts/recurring.ts'

type RepeatsProps = { counterparty: string; direction: 'in' | 'out' }

/** Says that payments with a counterparty recur, where that can't be seen yet. */
export function Repeats({ counterparty, direction }: RepeatsProps) {
  const t = useTranslations('transactions.repeats')
  return (
    <Disclosure small title={t('byHand')} className="mt-2">
      <PostForm
        action="/insights/recurring/choose"
        sends={{ counterparty, direction }}
        className="flex flex-wrap items-end gap-3"
      >
        <SelectField
          id="repeats"
          name="choice"
          label={t('howOften')}
          defaultValue="month"
          className="min-w-0 flex-1"
          choices={rhythms.map(rhythm => [rhythm, t(`rhythms.${rhythm}`)])}
        />
        <Button type="submit" variant="secondary">
          {t('save')}
        </Button>
      </PostForm>
    </Disclosure>
  )
}
