/** The bank's customers in contract tests, with the numbers of their lives. */
export type Person = { readonly bankCode: string; readonly identifier: string; readonly password: string }

export const people = {
  lea: { bankCode: '19870', identifier: '10020001', password: '246810' },
  camille: { bankCode: '19870', identifier: '10020002', password: '135790' },
  thomas: { bankCode: '19870', identifier: '10020003', password: '112233' },
  ines: { bankCode: '19870', identifier: '10020004', password: '000111' },
  sophie: { bankCode: '19871', identifier: '10030001', password: '445566' },
  camilleAtVallees: { bankCode: '19871', identifier: '10030002', password: '135790' },
  julien: { bankCode: '19872', identifier: '10040001', password: '778899' },
  karim: { bankCode: '19873', identifier: '20050001-01', password: 'Atelier-2026' },
  antoine: { bankCode: '19873', identifier: '20050002-01', password: 'Marche-20000' },
  monique: { bankCode: '19874', identifier: '10060001', password: '314159' },
  hugo: { bankCode: '19874', identifier: '10060002', password: '200002' },
  nadia: { bankCode: '19874', identifier: '10060003', password: '300003' },
} as const satisfies Record<string, Person>
