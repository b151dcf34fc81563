import {
  ArrowDownLeft,
  ArrowUpRight,
  Banknote,
  CircleEllipsis,
  CreditCard,
  FileText,
  Globe,
  HandCoins,
  Landmark,
  type LucideIcon,
  Percent,
  ReceiptText,
  Repeat,
  TrendingUp,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { TransactionView } from '#lib/domain/views.ts'

const icons: Record<TransactionView['category'], LucideIcon> = {
  transfer_out: ArrowUpRight,
  transfer_in: ArrowDownLeft,
  direct_debit: Repeat,
  levy_received: HandCoins,
  interest: Percent,
  fee: ReceiptText,
  reversal: Undo2,
  effect: FileText,
  securities: TrendingUp,
  cheque: FileText,
  card: CreditCard,
  incident: TriangleAlert,
  loan: Landmark,
  international: Globe,
  cash: Banknote,
  other: CircleEllipsis,
}

/** Decoration: the category's word stands beside it. */
export function CategoryIcon({ category, moneyIn }: { category: TransactionView['category']; moneyIn: boolean }) {
  const Icon = icons[category]
  return (
    <span
      aria-hidden="true"
      className={`grid size-10 shrink-0 place-items-center rounded-xl ${
        moneyIn ? 'bg-positive-tint text-positive' : 'bg-sunken text-soft'
      }`}
    >
      <Icon className="size-5" strokeWidth={1.7} />
    </span>
  )
}
