import { useTranslations } from 'next-intl'
import { Card } from '#components/ui/card.tsx'
import type { QuotaView } from '#lib/views/quota.ts'
import { QuotaLine } from './quota-line.tsx'

/** The automatic readings of one account, as a card beside what else is known of it. */
export function QuotaCard({ quota }: { quota: QuotaView }) {
  const t = useTranslations('quota')
  return (
    <Card aria-labelledby="quota-title">
      <h2 id="quota-title" className="mb-3 text-lg font-semibold">
        {t('title')}
      </h2>
      <div className="text-[0.9375rem]">
        <QuotaLine quota={quota} />
      </div>
    </Card>
  )
}
