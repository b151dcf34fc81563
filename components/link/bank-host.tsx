import { BankLogo } from '#components/ui/bank-logo.tsx'
import type { BankView } from '#lib/views/banking.ts'

/** The host of a bank's pages, to compare with the browser's address bar. */
export function BankHost({ bank, label }: { bank: BankView; label?: string }) {
  return (
    <div className="flex items-center gap-3">
      <BankLogo bank={bank} />
      <div className="min-w-0">
        {label ? <p className="text-sm text-soft">{label}</p> : null}
        <p className="wrap-anywhere font-semibold" translate="no">
          {bank.host}
        </p>
      </div>
    </div>
  )
}
