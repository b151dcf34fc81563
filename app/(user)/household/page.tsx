import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { HouseholdBoard } from '#components/household/board.tsx'
import { HouseholdRules } from '#components/household/rules.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readHousehold } from '#lib/services/household/sharing.ts'
import { requireSession } from '#lib/session.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('household'))('metaTitle') }
}

export default async function HouseholdPage() {
  const { userId } = await requireSession()
  const [household, t] = await Promise.all([readHousehold(userId), getTranslations('household')])
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <HouseholdRules />
      <ClientWords areas={['failures', 'household']}>
        <HouseholdBoard initial={household} />
      </ClientWords>
    </div>
  )
}
