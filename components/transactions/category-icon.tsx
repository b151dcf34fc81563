import {
  ArrowDownLeft,
  ArrowLeftRight,
  Baby,
  Banknote,
  Bike,
  BookOpen,
  BriefcaseBusiness,
  Car,
  CircleEllipsis,
  Clapperboard,
  CreditCard,
  Dog,
  FileText,
  Gift,
  Globe,
  HandCoins,
  Heart,
  HeartHandshake,
  House,
  Landmark,
  type LucideIcon,
  Music,
  Percent,
  PiggyBank,
  Plane,
  ReceiptText,
  Repeat,
  Scale,
  ShieldCheck,
  ShoppingBag,
  ShoppingCart,
  Star,
  Stethoscope,
  Tag,
  TrainFront,
  TreePine,
  TriangleAlert,
  Undo2,
  UtensilsCrossed,
  Wifi,
  Wrench,
  Zap,
} from 'lucide-react'
import { type BuiltInCategory, isBuiltInCategory } from '#lib/domain/category.ts'
import type { CategoryView } from '#lib/domain/category-view.ts'
import { useOwnCategories } from './use-categories.ts'

const icons: Record<BuiltInCategory, LucideIcon> = {
  salary: BriefcaseBusiness,
  benefits: HandCoins,
  other_income: ArrowDownLeft,
  housing: House,
  energy: Zap,
  telecom: Wifi,
  groceries: ShoppingCart,
  restaurant: UtensilsCrossed,
  transport: TrainFront,
  travel: Plane,
  health: Stethoscope,
  insurance: ShieldCheck,
  children: Baby,
  leisure: Clapperboard,
  shopping: ShoppingBag,
  donation: HeartHandshake,
  tax: Scale,
  loan: Landmark,
  savings: PiggyBank,
  cash: Banknote,
  fee: ReceiptText,
  interest: Percent,
  refund: Undo2,
  transfer: ArrowLeftRight,
  direct_debit: Repeat,
  cheque: FileText,
  card: CreditCard,
  effect: FileText,
  incident: TriangleAlert,
  international: Globe,
  other: CircleEllipsis,
}

export const ownIcons: Record<CategoryView['icon'], LucideIcon> = {
  tag: Tag,
  star: Star,
  heart: Heart,
  home: House,
  car: Car,
  bike: Bike,
  plane: Plane,
  book: BookOpen,
  music: Music,
  gift: Gift,
  baby: Baby,
  dog: Dog,
  tree: TreePine,
  tools: Wrench,
  work: BriefcaseBusiness,
  piggy: PiggyBank,
}

export const ownTones: Record<CategoryView['tone'], string> = {
  neutral: 'bg-sunken text-soft',
  brand: 'bg-brand-tint text-brand-ink',
  info: 'bg-info-tint text-info',
  success: 'bg-positive-tint text-positive',
  warning: 'bg-accent-tint text-accent-ink',
  danger: 'bg-danger-tint text-danger',
}

/** Decoration: the category's word stands beside it. */
export function CategoryIcon({ category, moneyIn = false }: { category: string; moneyIn?: boolean }) {
  const own = useOwnCategories().find(({ id }) => id === category)
  const Icon = own ? ownIcons[own.icon] : isBuiltInCategory(category) ? icons[category] : Tag
  const look = own ? ownTones[own.tone] : moneyIn ? 'bg-positive-tint text-positive' : 'bg-sunken text-soft'
  return (
    <span aria-hidden="true" className={`grid size-10 shrink-0 place-items-center rounded-xl ${look}`}>
      <Icon className="size-5" strokeWidth={1.7} />
    </span>
  )
}
