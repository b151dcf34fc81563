import type { ExportAccount, ExportLine, ExportWriter } from '#lib/files/export/line.ts'
import { aTransaction } from '#testing/components/a-transaction.ts'

export const account: ExportAccount = {
  id: '018f0000-0000-7000-8000-000000000001',
  name: 'Compte & cie',
  bank: 'Banque',
  bic: 'RIVAFRPP',
  kind: 'account',
  iban: 'FR7619870000010000000000138',
  currency: 'EUR',
  balance: { type: 'CLBD', amount: '-12.30', day: '2026-11-20' },
}
/** Of a file. */
export const style = {
  locale: 'fr' as const,
  writtenAt: '2026-11-21T10:00:00.000Z',
  from: '2026-11-02',
  to: '2026-11-20',
  id: 'a'.repeat(32),
}

export function line(fields: Partial<ExportLine>): ExportLine {
  return {
    ...aTransaction({
      accountId: account.id,
      key: '00000001',
      day: '2026-11-10',
      bookingDate: '2026-11-10',
      valueDate: '2026-11-11',
      code: 'PMNT / RDDT / ESDD / 508',
      amount: { amount: '-12.30', currency: 'EUR' },
      label: 'PRLV SEPA EDF',
      name: 'EDF',
      remittance: ['PRLV SEPA EDF', 'REF 12'],
      nature: 'direct_debit',
      category: 'energy',
      categorySource: 'label',
      endToEndId: 'E2E-1',
      entryReference: '00000001',
      counterparty: 'edf',
    }),
    categoryName: 'Énergie',
    split: [],
    ...fields,
  }
}

/** What is awkward to write in one format or another. */
export const lines = [
  line({}),
  line({
    key: '2',
    entryReference: '2',
    amount: { amount: '1234567.89', currency: 'EUR' },
    label: '=HYPERLINK("http://x";"y")',
    remittance: ['=HYPERLINK("http://x";"y")'],
  }),
  line({
    key: '3',
    entryReference: '3',
    label: `Été; "œuf", <b>&amp;</b>`,
    remittance: [`Été; "œuf", <b>&amp;</b>`, 'deux', 'trois'],
    endToEndId: null,
  }),
  line({
    key: '4',
    entryReference: '4',
    amount: { amount: '0.05', currency: 'EUR' },
    label: `${'x'.repeat(100)}`,
    remittance: ['x'.repeat(100)],
    valueDate: null,
    code: null,
  }),
]

/** A card, and the same IBAN in dollars. */
export const card = { ...account, id: '018f0000-0000-7000-8000-000000000002', iban: null, kind: 'card' as const }
export const dollars = { ...account, id: '018f0000-0000-7000-8000-000000000003', currency: 'USD' }

/** A file with these entries in each account. */
export function write(
  writer: ExportWriter,
  entries: readonly ExportLine[] = lines,
  accounts: readonly ExportAccount[] = [account],
): string {
  const parts = accounts.map(of => [
    writer.accountHead(of, style),
    ...entries.map(one => writer.line(one, of, style)),
    writer.accountTail(of, style),
  ])
  return [writer.head(accounts, style), ...parts.flat(), writer.tail(style)].join('')
}
