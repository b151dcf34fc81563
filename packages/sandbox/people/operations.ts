/** Categories of transactions that the interface reports (document 1, Transaction). */
export const categories = [
  'transfer issued',
  'transfer received',
  'levy received',
  'direct debit issued',
  'cards',
  'cheques',
  'effects',
  'cash',
  'international',
  'loans',
  'securities',
  'interests',
  'fees',
  'reversal',
  'incidents',
  'other',
] as const
export type Category = (typeof categories)[number]

/**
 * When a kind of operation is booked, relative to its day: on that day, on that day or the next bank day, or only on the bank day after it
 * (cards: PDNG until then).
 */
export type Booking = 'same_day' | 'bank_day' | 'next_bank_day'

export type Operation = {
  readonly category: Category
  /** ISO 20022 bank transaction code. */
  readonly domain: string
  readonly family: string
  readonly subFamily: string
  /** National code; its issuer is `SI`. */
  readonly code: string
  readonly booking: Booking
}

const operation = (
  category: Category,
  iso: `${string}/${string}/${string}`,
  code: string,
  booking: Booking = 'bank_day',
): Operation => {
  const [domain = '', family = '', subFamily = ''] = iso.split('/')
  return { category, domain, family, subFamily, code, booking }
}

/** Every kind of operation. Entries store the name; the codes are only here. */
export const operations = {
  transferOut: operation('transfer issued', 'PMNT/ICDT/ESCT', '106'),
  standingOrderOut: operation('transfer issued', 'PMNT/ICDT/STDO', '107'),
  instantOut: operation('transfer issued', 'PMNT/IRCT/ESCT', '116', 'same_day'),
  transferIn: operation('transfer received', 'PMNT/RCDT/ESCT', '205'),
  salaryIn: operation('transfer received', 'PMNT/RCDT/SALA', '206'),
  instantIn: operation('transfer received', 'PMNT/RRCT/ESCT', '216', 'same_day'),
  debitIssued: operation('direct debit issued', 'PMNT/IDDT/ESDD', '408'),
  levy: operation('levy received', 'PMNT/RDDT/ESDD', '508'),
  levyBetweenBusinesses: operation('levy received', 'PMNT/RDDT/BBDD', '518'),
  interestIn: operation('interests', 'ACMT/MCOP/INTR', '901'),
  interestOut: operation('interests', 'ACMT/MDOP/INTR', '902'),
  fee: operation('fees', 'ACMT/MDOP/FEES', '913'),
  commission: operation('fees', 'ACMT/MDOP/COMM', '914'),
  levyRefund: operation('reversal', 'PMNT/RDDT/PRDD', '538'),
  feeRefund: operation('reversal', 'ACMT/MCOP/ADJT', '951'),
  effectPaid: operation('effects', 'PMNT/DRFT/STAM', '301'),
  effectCollected: operation('effects', 'PMNT/DRFT/DDFT', '302'),
  securitiesBought: operation('securities', 'SECU/SETT/TRAD', '701'),
  dividend: operation('securities', 'SECU/CORP/DVCA', '702'),
  chequePaid: operation('cheques', 'PMNT/ICHQ/CCHQ', '001'),
  chequesDeposited: operation('cheques', 'PMNT/RCHQ/CCHQ', '002'),
  cardPayment: operation('cards', 'PMNT/CCRD/POSD', '611', 'next_bank_day'),
  cardRefund: operation('cards', 'PMNT/CCRD/RIMB', '612', 'next_bank_day'),
  cardInvoice: operation('cards', 'PMNT/CCRD/OTHR', '618'),
  cardReceipt: operation('cards', 'PMNT/MCRD/POSP', '641', 'same_day'),
  cardReceiptsOfDay: operation('cards', 'PMNT/MCRD/DAJT', '642'),
  levyRejected: operation('incidents', 'PMNT/RDDT/UPDD', '539'),
  chequeUnpaid: operation('incidents', 'PMNT/RCHQ/UPCQ', '003'),
  interventionFee: operation('incidents', 'ACMT/MDOP/CHRG', '915'),
  loanInstalment: operation('loans', 'LDAS/CSLN/PPAY', '801'),
  mortgageInstalment: operation('loans', 'LDAS/MGLN/PPAY', '802'),
  internationalIn: operation('international', 'PMNT/RCDT/XBCT', '251'),
  internationalOut: operation('international', 'PMNT/ICDT/XBCT', '151'),
  cashMachine: operation('cash', 'PMNT/CCRD/CWDL', '621', 'next_bank_day'),
  cashDeposit: operation('cash', 'PMNT/CNTR/CDPT', '631'),
  otherDebit: operation('other', 'XTND/NTAV/NTAV', '998'),
  otherCredit: operation('other', 'XTND/NTAV/NTAV', '999'),
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
export const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]]

/** Transfers issued by the holder, which have an end-to-end id (document 1, Transaction). */
export const issuedTransfers = ['transferOut', 'standingOrderOut', 'instantOut', 'internationalOut'] as const
export type IssuedTransfer = (typeof issuedTransfers)[number]

/** The operation with that name; null if there is none. */
export function findOperation(name: string): Operation | null {
  return Object.hasOwn(operations, name) ? operations[name as OperationName] : null
}

/** National code of an upcoming direct debit (§ AIS behaviour rule 9). */
export const dueDebitCode = '537'
