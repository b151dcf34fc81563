import type { SupplyKind } from '#lib/domain/invoices/lifecycle.ts'

type Words = {
  readonly invoice: string
  readonly credit: string
  readonly test: string
  readonly date: string
  readonly due: string
  readonly supplied: string
  readonly customer: string
  readonly registration: string
  readonly vatNumber: string
  readonly columns: { readonly [column in 'description' | 'quantity' | 'unitPrice' | 'rate' | 'net']: string }
  readonly net: string
  readonly vatOn: (rate: string, net: string) => string
  readonly total: string
  readonly toPay: string
  readonly toCredit: string
  readonly pay: string
  readonly supplies: { readonly [kind in SupplyKind]: string }
  /** CGI art. 293 B. */
  readonly noVat: string
  readonly exempt: (provision: string) => string
  /** CGI art. 269, 2, c. */
  readonly onDebits: string
  /** Code de commerce, art. L441-9, L441-10, II and D441-5. */
  readonly lateness: readonly string[]
  readonly cancels: (number: string, day: string) => string
  readonly lowers: (number: string, day: string) => string
}

export const invoiceWords: { readonly [language in 'fr' | 'en']: Words } = {
  fr: {
    invoice: 'Facture',
    credit: 'Avoir',
    test: 'Document d’essai, sans valeur',
    date: 'Date',
    due: 'Échéance',
    supplied: 'Livraison ou prestation',
    customer: 'Adressée à',
    registration: 'Registre',
    vatNumber: 'TVA',
    columns: {
      description: 'Désignation',
      quantity: 'Quantité',
      unitPrice: 'Prix unitaire HT',
      rate: 'TVA',
      net: 'Total HT',
    },
    net: 'Total HT',
    vatOn: (rate, net) => `TVA ${rate} sur ${net}`,
    total: 'Total TTC',
    toPay: 'Net à payer',
    toCredit: 'Total de l’avoir',
    pay: 'Régler depuis votre compte bancaire',
    supplies: {
      goods: 'Nature de l’opération\u202f: livraison de biens.',
      services: 'Nature de l’opération\u202f: prestation de services.',
      both: 'Nature de l’opération\u202f: livraison de biens et prestation de services.',
    },
    noVat: 'TVA non applicable, art. 293 B du CGI.',
    exempt: provision => `Lignes à 0\u00a0%\u202f: ${provision}.`,
    onDebits: 'Option pour le paiement de la taxe d’après les débits.',
    lateness: [
      'Pas d’escompte pour paiement anticipé.',
      'Clients professionnels\u202f: tout retard entraîne, dès le lendemain de l’échéance et sans rappel, des pénalités au taux de refinancement de la Banque centrale européenne majoré de 10\u00a0points, et une indemnité forfaitaire de 40\u00a0€ pour frais de recouvrement (art. L441-10 et D441-5 du Code de commerce).',
    ],
    cancels: (number, day) => `Annule en totalité la facture ${number} du ${day}.`,
    lowers: (number, day) => `Avoir partiel sur la facture ${number} du ${day}.`,
  },
  en: {
    invoice: 'Invoice',
    credit: 'Credit note',
    test: 'Test document, without value',
    date: 'Date',
    due: 'Due on',
    supplied: 'Delivered on',
    customer: 'Billed to',
    registration: 'Company number',
    vatNumber: 'VAT',
    columns: {
      description: 'Description',
      quantity: 'Quantity',
      unitPrice: 'Unit price excl. VAT',
      rate: 'VAT',
      net: 'Total excl. VAT',
    },
    net: 'Total excl. VAT',
    vatOn: (rate, net) => `VAT ${rate} on ${net}`,
    total: 'Total incl. VAT',
    toPay: 'Amount due',
    toCredit: 'Amount credited',
    pay: 'Pay from your bank account',
    supplies: {
      goods: 'Supply of goods.',
      services: 'Supply of services.',
      both: 'Supply of goods and services.',
    },
    noVat: 'VAT not applicable, art. 293 B of the French tax code (CGI).',
    exempt: provision => `Lines at 0%: ${provision}.`,
    onDebits: 'VAT is paid on invoicing (option pour le paiement de la taxe d’après les débits).',
    lateness: [
      'No discount for early payment.',
      'Business customers: from the day after the due date, without a reminder, late payment bears interest at the European Central Bank’s refinancing rate plus 10 points, and a fixed sum of €40 for recovery costs is due (art. L441-10 and D441-5 of the French commercial code).',
    ],
    cancels: (number, day) => `Cancels invoice ${number} of ${day} in full.`,
    lowers: (number, day) => `Partial credit for invoice ${number} of ${day}.`,
  },
}
