import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useAction } from '#components/actions/use-action.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button, PostButton } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { AttentionView } from '#lib/views/banking.ts'

/** What needs the person's attention, each with its next step. Empty if there is nothing. */
export function AttentionList({ items }: { items: readonly AttentionView[] }) {
  const t = useTranslations('home')
  const client = useQueryClient()
  const action = useAction('nothing')
  const putAway = (noticeId: string) =>
    action.run(() =>
      // A notice that was dismissed elsewhere must leave the list too.
      sendOnly('DELETE', `/api/notices/${noticeId}`).finally(() => client.invalidateQueries({ queryKey: ['home'] })),
    )
  return (
    <>
      <p role="status" className="sr-only">
        {action.done ? t('putAwayDone') : null}
      </p>
      {items.length === 0 ? null : (
        <section aria-labelledby="attention-title">
          <h2 id="attention-title" className="mb-3 flex items-center gap-2.5 text-xl">
            <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
            {t('attentionTitle')}
          </h2>
          <ul className="divide-y divide-accent/30 rounded-2xl border border-accent/40 bg-accent-tint">
            {items.map(item => (
              <AttentionItem
                key={`${item.kind} ${item.accountId} ${item.connectionId} ${item.flowId} ${item.orderId} ${item.invitationId}`}
                item={item}
                onPutAway={putAway}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type AttentionItemProps = { item: AttentionView; onPutAway: (noticeId: string) => void }

function AttentionItem({ item, onPutAway }: AttentionItemProps) {
  const t = useTranslations('home')
  const values = { ...nameBank(item.bankName), days: item.daysLeft ?? 0, count: item.count ?? 1, name: item.name ?? '' }
  const title = t(`attention.${item.kind}.title`, values)
  const { noticeId, endedBy } = item
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-6 sm:py-5">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-semibold tracking-normal">{title}</h3>
        <p className="mt-0.5 text-[0.9375rem] text-soft">
          {endedBy === 'us' || endedBy === 'another_person'
            ? t(`attentionBy.${endedBy}`)
            : t(`attention.${item.kind}.text`, values)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <NextStep item={item} />
        {noticeId ? (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('putAwayOf', { title })}
            onClick={() => onPutAway(noticeId)}
          >
            {t('putAway')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const renewable: readonly AttentionView['kind'][] = ['renew_soon', 'expired', 'revoked', 'replaced']

/** Renewing redirects to the bank at once: a form, which works without JavaScript. */
function NextStep({ item }: { item: AttentionView }) {
  const t = useTranslations('home.attention')
  const label = (
    <>
      {t(`${item.kind}.action`)}
      <span className="sr-only">{` (${item.bankName || item.name})`}</span>
    </>
  )
  if (item.connectionId !== undefined && renewable.includes(item.kind))
    return (
      <PostButton action={`/connections/${item.connectionId}/renew`} variant="secondary" size="small">
        {label}
      </PostButton>
    )
  return (
    <ButtonLink href={findNextStep(item)} variant="secondary" size="small">
      {label}
    </ButtonLink>
  )
}

function findNextStep({ kind, accountId, connectionId, flowId, orderId, invitationId }: AttentionView): string {
  if (accountId) return `/accounts/${accountId}`
  if (invitationId) return `/household/invitation?id=${invitationId}`
  if (kind === 'transfer_held') return orderId ? `/transfers/${orderId}` : '/transfers'
  if (kind === 'quarantined_link' && flowId) return `/link/resume/${flowId}`
  if (!connectionId) return '/connections'
  if (kind === 'cannot_link') return `/connections/${connectionId}#disconnect`
  const choosing = kind === 'finish_consent' || kind === 'new_accounts'
  return choosing ? `/connections/${connectionId}/consent` : `/connections/${connectionId}`
}
