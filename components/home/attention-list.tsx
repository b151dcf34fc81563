import { useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/button.tsx'
import type { AttentionView } from '#lib/domain/views.ts'

/** What asks for a look, each with its one next step. Absent when all is well. */
export function AttentionList({ items }: { items: readonly AttentionView[] }) {
  const t = useTranslations('home')
  if (items.length === 0) return null
  return (
    <section aria-labelledby="attention-title">
      <h2 id="attention-title" className="mb-3 flex items-center gap-2.5 text-xl">
        <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
        {t('attentionTitle')}
      </h2>
      <ul className="divide-y divide-accent/30 rounded-2xl border border-accent/40 bg-accent-tint">
        {items.map(item => (
          <AttentionItem key={`${item.kind} ${item.connectionId} ${item.flowId}`} item={item} />
        ))}
      </ul>
    </section>
  )
}

function AttentionItem({ item }: { item: AttentionView }) {
  const t = useTranslations('home.attention')
  const values = { bank: item.bankName, days: item.daysLeft ?? 0 }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-6 sm:py-5">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-semibold tracking-normal">{t(`${item.kind}.title`, values)}</h3>
        <p className="mt-0.5 text-[0.9375rem] text-soft">{t(`${item.kind}.text`, values)}</p>
      </div>
      <ButtonLink href={findNextStep(item)} variant="secondary" size="small">
        {t(`${item.kind}.action`)}
        <span className="sr-only">{` (${item.bankName})`}</span>
      </ButtonLink>
    </li>
  )
}

function findNextStep({ kind, connectionId, flowId }: AttentionView): string {
  if (kind === 'quarantined_link' && flowId) return `/link/resume/${flowId}`
  if (!connectionId) return '/connections'
  return kind === 'finish_consent' ? `/connections/${connectionId}/consent` : `/connections/${connectionId}`
}
