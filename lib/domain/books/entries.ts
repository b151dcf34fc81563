import type { IsoDate } from '@guichet/values/calendar/day.ts'
import type { BookRole } from './accounts.ts'

/** Double entries of what happened. Cents, above zero for a debit. */

export type Customer = { readonly number: string; readonly name: string }
/** Lines with the same code add up to nothing; the day of the last of them. */
export type Lettering = { readonly code: string; readonly day: IsoDate }

export type BookLine = {
  readonly role: BookRole
  readonly minor: bigint
  readonly customer?: Customer
  readonly letter?: Lettering | undefined
}

export type BookEntry = {
  readonly journal: 'sales' | 'transit' | 'bank'
  readonly day: IsoDate
  readonly piece: string
  readonly pieceOn: IsoDate
  readonly label: string
  readonly lines: readonly BookLine[]
}

type Happened = Pick<BookEntry, 'day' | 'piece' | 'pieceOn'> & {
  readonly customer: Customer
  /** Of the customer's account and of the transit account, if they are settled. */
  readonly letters: { readonly customer?: Lettering | undefined; readonly transit?: Lettering | undefined }
}

type Sale = Happened & {
  readonly isCredit: boolean
  readonly supplies: 'goods' | 'services' | 'both'
  /** Without VAT, and the VAT; above zero. */
  readonly netMinor: bigint
  readonly vatMinor: bigint
}

/** An invoice: customers to sales and VAT; a credit note the other way. */
export function saleEntry(sale: Sale): BookEntry {
  const { isCredit, supplies, netMinor, vatMinor, customer, letters, ...head } = sale
  const sign = isCredit ? -1n : 1n
  return {
    ...head,
    journal: 'sales',
    label: `${isCredit ? 'Avoir' : 'Facture'} ${head.piece} ${customer.name}`,
    lines: lined([
      { role: 'customers', minor: sign * (netMinor + vatMinor), customer, letter: letters.customer },
      { role: supplies, minor: -sign * netMinor },
      { role: 'vat', minor: -sign * vatMinor },
    ]),
  }
}

/** A bank executed a payment, or our own a refund (below zero): a claim, or a debt, that is on its way. */
export function executedEntry({
  amountMinor,
  customer,
  letters,
  ...head
}: Happened & { readonly amountMinor: bigint }): BookEntry {
  return {
    ...head,
    journal: 'transit',
    label: `${amountMinor < 0n ? 'Remboursement' : 'Paiement'} ${head.piece}`,
    lines: lined([
      { role: 'transit', minor: amountMinor, letter: letters.transit },
      { role: 'customers', minor: -amountMinor, customer, letter: letters.customer },
    ]),
  }
}

type Read = Happened & {
  readonly givenMinor: bigint
  /** Of it, made by hand: no bank executed it for us. */
  readonly handMinor: bigint
}

/** What was read on the account: money that was on its way, what a customer sent by hand, or the debit of a refund (below zero). */
export function readEntry({ givenMinor, handMinor, customer, letters, ...head }: Read): BookEntry {
  return {
    ...head,
    journal: 'bank',
    label: `${givenMinor < 0n ? 'Débit du remboursement' : 'Encaissement'} ${head.piece}`,
    lines: lined([
      { role: 'bank', minor: givenMinor },
      { role: 'transit', minor: handMinor - givenMinor, letter: letters.transit },
      { role: 'customers', minor: -handMinor, customer, letter: letters.customer },
    ]),
  }
}

/** A number has one name in a file: its last. */
export function nameCustomers(entries: readonly BookEntry[]): BookEntry[] {
  const all = entries.flatMap(({ lines }) => lines.flatMap(({ customer }) => customer ?? []))
  const last = new Map(all.map(customer => [customer.number, customer]))
  const named = (line: BookLine) => {
    const customer = last.get(line.customer?.number ?? '')
    return customer === undefined ? line : { ...line, customer }
  }
  return entries.map(entry => ({ ...entry, lines: entry.lines.map(named) }))
}

const lined = (lines: readonly BookLine[]) => lines.filter(({ minor }) => minor !== 0n)
