import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Badge, Card, Section } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import type { TransferLineView, TransferListView } from '#lib/views/transfer.ts'
import { StateBadge, useRecurrence } from './status-badge.tsx'

/** Standing orders and scheduled transfers first, then the rest, newest first. */
export function TransferList({ list }: { list: TransferListView }) {
  const t = useTranslations('transfers')
  if (list.standing.length + list.coming.length + list.past.length === 0) {
    return (
      <EmptyState
        title={t('emptyTitle')}
        picture={<Icon name="send" className="size-12" />}
        action={<ButtonLink href="/transfers/new">{t('send')}</ButtonLink>}
      >
        {t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      <Part id="standing" title={t('standingTitle')} lines={list.standing} />
      <Part id="coming" title={t('comingTitle')} lines={list.coming} />
      <Part id="past" title={t('pastTitle')} lines={list.past} />
      {list.nextCursor ? (
        <p>
          <ButtonLink href={`/transfers?after=${encodeURIComponent(list.nextCursor)}`} variant="secondary">
            {t('older')}
          </ButtonLink>
        </p>
      ) : null}
    </div>
  )
}

function Part({ id, title, lines }: { id: string; title: string; lines: readonly TransferLineView[] }) {
  if (lines.length === 0) return null
  return (
    <Section titleId={`${id}-title`} title={title} level={2} look="mb-3 text-lg font-semibold">
      <Card as="div" flush>
        <ul className="divide-y divide-line">
          {lines.map(line => (
            <TransferLine key={line.id} line={line} />
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function TransferLine({ line }: { line: TransferLineView }) {
  const t = useTranslations('transfers')
  const locale = useLocale()
  const sayRecurrence = useRecurrence()
  const isComing = line.state === 'standing'
  const next = line.nextDay ? t('nextOn', { date: formatDate(line.nextDay, locale) }) : t('noNext')
  return (
    <li>
      <Link
        href={`/transfers/${line.id}`}
        className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken sm:px-6"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{line.creditorName}</span>
          <span className="tabular block text-sm text-soft">{line.creditorAccount}</span>
          <span className="block text-sm text-soft">
            {line.recurrence ? `${sayRecurrence(line.recurrence)} · ` : null}
            {isComing ? next : formatDate(line.day, locale)}
          </span>
        </span>
        <span className="grid justify-items-end gap-1">
          <Money value={line.amount} className="font-semibold" />
          <span className="flex flex-wrap justify-end gap-1.5">
            {line.isInstant ? <Badge tone="brand">{t('instantBadge')}</Badge> : null}
            <StateBadge state={line.state} />
          </span>
        </span>
      </Link>
    </li>
  )
}
