import { writeFileSync } from 'node:fs'
import { icons } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type BuiltInCategory, categoryIcons } from '#lib/domain/accounts/category.ts'
import type { SubCategory } from '#lib/domain/accounts/sub-category.ts'

/**
 * Writes components/transactions/category-icons.svg, one symbol per category: rows of a list reference it instead of containing
 * drawings, which keeps them out of every page's script.
 */

export const categoryIconsFile = 'components/transactions/category-icons.svg'

const builtIn: Record<Exclude<BuiltInCategory, SubCategory>, keyof typeof icons> = {
  salary: 'BriefcaseBusiness',
  benefits: 'HandCoins',
  other_income: 'ArrowDownLeft',
  housing: 'House',
  energy: 'Zap',
  telecom: 'Wifi',
  groceries: 'ShoppingCart',
  restaurant: 'UtensilsCrossed',
  transport: 'TrainFront',
  travel: 'Plane',
  health: 'Stethoscope',
  insurance: 'ShieldCheck',
  children: 'Baby',
  leisure: 'Clapperboard',
  shopping: 'ShoppingBag',
  donation: 'HeartHandshake',
  tax: 'Scale',
  loan: 'Landmark',
  savings: 'PiggyBank',
  cash: 'Banknote',
  fee: 'ReceiptText',
  interest: 'Percent',
  refund: 'Undo2',
  incident: 'TriangleExclamationPoint',
  sales: 'Store',
  suppliers: 'Package',
  wages: 'UsersRound',
  social_charges: 'Umbrella',
  vat: 'Calculator',
  owner: 'UserRound',
  other: 'CircleEllipsis',
  to_file: 'Inbox',
}

const own: Record<(typeof categoryIcons)[number], keyof typeof icons> = {
  tag: 'Tag',
  star: 'Star',
  heart: 'Heart',
  home: 'House',
  car: 'Car',
  bike: 'Bike',
  plane: 'Plane',
  book: 'BookOpen',
  music: 'EighthNotes',
  gift: 'Gift',
  baby: 'Baby',
  dog: 'Dog',
  tree: 'TreePine',
  tools: 'Wrench',
  work: 'BriefcaseBusiness',
  piggy: 'PiggyBank',
}

/** The file's text: built-in categories by name, own ones as `own-` and the name of their icon. */
export function drawCategoryIcons(): string {
  const symbols = [
    ...Object.entries(builtIn).map(([name, icon]) => drawSymbol(name, icon)),
    ...categoryIcons.map(name => drawSymbol(`own-${name}`, own[name])),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\n${symbols.join('\n')}\n</svg>\n`
}

function drawSymbol(id: string, icon: keyof typeof icons): string {
  const shapes = renderToStaticMarkup(createElement(icons[icon])).replace(/^<svg[^>]*>|<\/svg>$/g, '')
  const pen = 'fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"'
  return `<symbol id="${id}" viewBox="0 0 24 24" ${pen}>${shapes}</symbol>`
}

if (import.meta.main) writeFileSync(categoryIconsFile, drawCategoryIcons())
