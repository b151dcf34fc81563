import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { type LinkState, linkStates } from '#lib/domain/payments/link.ts'
import { Choices } from './choices.tsx'

/** The links of one state, or all, as a plain form. */
export function LinkFilter({ state }: { state: LinkState | null }) {
  const t = useTranslations('merchant.links')
  const choices = linkStates.map(one => [one, t(`states.${one}`)] as const)
  return (
    <search className="mb-6 block">
      <form action="/links" method="get" className="flex flex-wrap items-end gap-3">
        <div className="min-w-48">
          <Choices name="state" label={t('state')} none={t('anyState')} value={state} choices={choices} />
        </div>
        <Button type="submit" variant="secondary">
          {t('filter')}
        </Button>
      </form>
    </search>
  )
}
