import { groupIban, maskIban } from '@guichet/values/money/iban-text.ts'
import { clsx } from 'clsx'

/** `masked` for lists; otherwise the whole IBAN in groups of four. */
export function Iban({ value, masked = false, className }: { value: string; masked?: boolean; className?: string }) {
  return (
    <span className={clsx('tabular', masked ? 'whitespace-nowrap' : 'wrap-anywhere', className)} translate="no">
      {masked ? maskIban(value) : groupIban(value)}
    </span>
  )
}
