import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { HouseholdBoard } from '#components/household/board.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readHousehold } from '#lib/services/household/sharing.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('household.metaTitle')

export default userPage(['failures', 'household'], async ({ session }) => {
  const [household, t] = await Promise.all([readHousehold(session), getTranslations('household')])
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <HouseholdRules />
      <HouseholdBoard household={household} isFresh={isFreshlyAuthenticated(session)} />
    </div>
  )
})

const rules = [
  ['seen', 'eye'],
  ['login', 'lock'],
  ['end', 'undo'],
] as const satisfies readonly (readonly [string, IconName])[]

/** What sharing means, shown before anything is shared. */
function HouseholdRules() {
  const t = useTranslations('household.rules')
  return (
    <Card titleId="rules-title" title={t('title')} className="mb-6">
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
