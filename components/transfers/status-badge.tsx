import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { Badge, type Tone } from '#components/ui/card.tsx'
import type { TransferState } from '#lib/domain/payments/transfer/state.ts'
import type { TransferLineView } from '#lib/views/transfer.ts'

const tones: Record<TransferState, Tone> = {
  not_sent: 'neutral',
  sending: 'info',
  at_bank: 'warning',
  not_returned: 'warning',
  refused_by_person: 'neutral',
  refused_by_bank: 'danger',
  timed_out: 'neutral',
  answer_lost: 'warning',
  confirming: 'info',
  scheduled: 'info',
  unanswered: 'warning',
  accepted: 'info',
  standing: 'brand',
  executed: 'success',
  partly_executed: 'warning',
  cancelled: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
  held: 'danger',
}

export function toneOf(state: TransferState): Tone {
  return tones[state]
}

/** The state of a transfer, in words and never by colour alone. */
export function StateBadge({ state }: { state: TransferState }) {
  const t = useTranslations('transfers.states')
  return <Badge tone={tones[state]}>{t(`${state}.word`)}</Badge>
}

/** How often and until when: `Chaque mois, jusqu’au 31 mai 2027`. */
export function useRecurrence(): (recurrence: NonNullable<TransferLineView['recurrence']>) => string {
  const t = useTranslations('transfers')
  const locale = useLocale()
  return ({ frequency, endDate }) => {
    const until = endDate === null ? t('noEnd') : t('until', { date: formatDate(endDate, locale) })
    return `${t(`frequencies.${frequency}`)}, ${until}`
  }
}
