import { useTranslations } from 'next-intl'
import { Money } from '#components/format/value.tsx'
import { Alert } from '#components/ui/card.tsx'
import type { AttemptView } from '#lib/views/payment.ts'

/** Fields of packages/stet/terms/payment-copy.ts with a name of their own; other differences are shown by value only. */
const mismatchNames = {
  'creditor.iban': 'iban',
  'creditor.name': 'name',
  'creditor.bic': 'bic',
  'debtor.iban': 'debtor',
  instructions: 'instructions',
  numberOfTransactions: 'instructions',
  resourceId: 'id',
  paymentInformationId: 'id',
  instructionId: 'id',
  endToEndId: 'endToEndId',
  amount: 'amount',
  currency: 'currency',
  executionDate: 'date',
  frequency: 'recurrence',
  executionRule: 'recurrence',
  endDate: 'recurrence',
  remittance: 'remittance',
} as const

const nameOf = (field: string) => {
  const member = field.replace(/^instructions\.\d+\./, '')
  return isNamed(member) ? mismatchNames[member] : 'other'
}

const isNamed = (member: string): member is keyof typeof mismatchNames => Object.hasOwn(mismatchNames, member)

type MismatchNoteProps = { attempt: Pick<AttemptView, 'mismatches' | 'instructions'>; className?: string }

/** How the bank's copy differs from the request, and why nothing may be delivered or sent again yet. Empty without differences. */
export function MismatchNote({ attempt, className }: MismatchNoteProps) {
  const t = useTranslations('merchant.mismatch')
  if (attempt.mismatches.length === 0) return null
  const currency = attempt.instructions[0]?.amount.currency ?? 'EUR'
  return (
    <Alert tone="danger" title={t('title')} className={className}>
      <ul className="grid gap-1">
        {attempt.mismatches.map(({ field, asked, held }) => {
          const name = nameOf(field)
          // A masked IBAN stays on one line.
          const show = (text: string) =>
            name === 'amount' ? <Money value={{ amount: text, currency }} /> : text.replace('…', '…\u2060')
          const shown = {
            asked: () => (asked === null || asked === '' ? t('nothing') : show(asked)),
            held: () => (held === null ? t('unreadable') : held === '' ? t('nothing') : show(held)),
          }
          if (field === 'status') return <li key={field}>{t('status', { whole: asked ?? '', part: held ?? '' })}</li>
          return <li key={field}>{t.rich('line', { name: t(`names.${name}`), ...shown })}</li>
        })}
      </ul>
    </Alert>
  )
}
