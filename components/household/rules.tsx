import { useTranslations } from 'next-intl'
import { Card } from '#components/ui/card.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'

const rules = [
  ['seen', 'eye'],
  ['login', 'lock'],
  ['end', 'undo'],
] as const satisfies readonly (readonly [string, IconName])[]

/** What sharing means, said before anything is shared. */
export function HouseholdRules() {
  const t = useTranslations('household.rules')
  return (
    <Card aria-labelledby="rules-title" className="mb-6">
      <h2 id="rules-title" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <ul className="mt-3 grid gap-3">
        {rules.map(([rule, icon]) => (
          <li key={rule} className="flex gap-3">
            <Icon name={icon} className="mt-0.5 size-5 text-brand" />
            <span className="min-w-0">{t(rule)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
