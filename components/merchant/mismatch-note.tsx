import { useTranslations } from 'next-intl'
import { Money } from '#components/format/money.tsx'
import { Alert } from '#components/ui/alert.tsx'
import type { AttemptView } from '#lib/domain/payment-view.ts'

const mismatchNames = ['iban', 'instructions', 'endToEndId', 'amount', 'currency'] as const

type MismatchNoteProps = { attempt: Pick<AttemptView, 'mismatches' | 'instructions'>; className?: string }

/** What the bank holds otherwise than asked: why nothing may be delivered, or sent again, yet. Nothing where it holds the same. */
export function MismatchNote({ attempt, className }: MismatchNoteProps) {
  const t = useTranslations('merchant.mismatch')
  if (attempt.mismatches.length === 0) return null
  const currency = attempt.instructions[0]?.amount.currency ?? 'EUR'
  return (
    <Alert tone="danger" title={t('title')} {...(className ? { className } : {})}>
      <ul className="grid gap-1">
        {attempt.mismatches.map(({ field, asked, held }) => {
          const name = mismatchNames.find(one => field.split('.').at(-1) === one) ?? 'other'
          // A masked IBAN stays on one line.
          const show = (text: string) =>
            name === 'amount' ? <Money value={{ amount: text, currency }} /> : text.replace('…', '…\u2060')
          return (
            <li key={field}>
              {t.rich('line', { name: t(`names.${name}`), asked: () => show(asked), held: () => show(held) })}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
