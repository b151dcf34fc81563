/** Of the plan comptable général. Money that a bank executed is a claim on the way (511) until it is read on the account (512). */
export const defaultAccounts = {
  bank: '512000',
  transit: '511000',
  customers: '411000',
  goods: '707000',
  services: '706000',
  both: '700000',
  vat: '445710',
} as const
export type BookRole = keyof typeof defaultAccounts
export type BookAccounts = Readonly<Record<BookRole, string>>
export const bookRoles = Object.keys(defaultAccounts) as BookRole[]

/** The names a FEC gives them. */
const accountNames: Readonly<Record<BookRole, string>> = {
  bank: 'Banque',
  transit: 'Virements à encaisser',
  customers: 'Clients',
  goods: 'Ventes de marchandises',
  services: 'Prestations de services',
  both: 'Ventes et prestations',
  vat: 'TVA collectée',
}

/** One name a number, also where kinds of sales share one. */
export function accountName(role: BookRole, accounts: BookAccounts): string {
  const isShared = bookRoles.some(other => other !== role && accounts[other] === accounts[role])
  return accountNames[isShared ? 'both' : role]
}

/** Three digits of the plan at least, as software takes them; null otherwise. */
export function accountNumberOf(typed: string): string | null {
  const bare = typed.replace(/\s/g, '').toUpperCase()
  return /^[1-7]\d{2}[0-9A-Z]{0,9}$/.test(bare) ? bare : null
}

/** Those that are named twice: an entry would not say which is meant. */
export function repeatedAccounts(accounts: BookAccounts): BookRole[] {
  const isSales = (role: BookRole) => role === 'goods' || role === 'services' || role === 'both'
  return bookRoles.filter(role =>
    bookRoles.some(other => {
      const isBefore = bookRoles.indexOf(other) < bookRoles.indexOf(role)
      return isBefore && accounts[other] === accounts[role] && !(isSales(other) && isSales(role))
    }),
  )
}
