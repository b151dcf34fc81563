import { describe, expect, test } from 'vitest'
import { batchLimits } from '#lib/domain/payments/link/batch.ts'
import { guessBatchColumns, readBatch, readBatchTable } from './link-batch.ts'

const today = '2026-11-29'
const bytesOf = (text: string) => new TextEncoder().encode(text)
function read(text: string, title = '') {
  const table = readBatchTable(bytesOf(text))
  if ('problem' in table) return table
  return readBatch(table, { mapping: guessBatchColumns(table.columns), title, today })
}
const issuesOf = (text: string) => {
  const reading = read(text)
  if ('problem' in reading) return reading.problem
  return reading.issues.map(({ line, field, fault, of }) => [line, field, fault, ...(of ? [of] : [])].join(' '))
}

describe('a table', () => {
  test.each([
    [
      'rents, as a French spreadsheet writes them',
      '\uFEFFLocataire;E-mail;Libellé;Loyer;Échéance\r\nJade Roux;jade@exemple.fr;Loyer décembre;1 250,50 €;05/12/2026\r\n',
    ],
    [
      'the same with commas',
      'Locataire,E-mail,Libellé,Loyer,Échéance\nJade Roux,JADE@exemple.fr,Loyer décembre,"1 250,50",2026-12-05\n',
    ],
    [
      'in English, with tabs, columns in another order',
      'Due date\tAmount\tTenant\tTitle\tEmail\n5 Dec 2026\t1,250.50\tJade Roux\tLoyer décembre\tjade@exemple.fr',
    ],
    [
      'of an association, with a year and abbreviations in its heads',
      'Nom et prénom;Adresse mail;Objet.;Cotisation 2027;Date d’échéance\nJade Roux;jade@exemple.fr;Loyer décembre;1250,50;5/12/2026\n',
    ],
    [
      'with sep= and empty rows',
      'sep=|\nName|Email|Title|Amount|Expires\n\n|||\nJade Roux|jade@exemple.fr|Loyer décembre|1250.5|2026/12/05\n',
    ],
  ])('%s', (_, text) => {
    expect(read(text)).toMatchObject({
      issues: [],
      rows: [
        {
          title: 'Loyer décembre',
          amountMinor: 125_050n,
          name: 'Jade Roux',
          email: 'jade@exemple.fr',
          expiresOn: '2026-12-05',
        },
      ],
    })
  })

  test('of invoices keeps their numbers, and cells that a spreadsheet guards', () => {
    const text = `Facture;Client;Montant TTC;Objet;Description\nF-2026/042;"'=Dupont";99,00;"Travaux;\nsuite";="0042"\n`
    expect(read(text)).toMatchObject({
      rows: [
        { reference: 'F-2026-042', name: '=Dupont', title: 'Travaux; suite', description: '0042', amountMinor: 9900n },
      ],
    })
  })

  test('without titles has the one that is given', () => {
    expect(read('nom;montant\nA;5\nB;6', 'Cotisation')).toMatchObject({
      rows: [{ title: 'Cotisation' }, { name: 'B' }],
    })
  })

  test.each([
    ['', 'empty'],
    ['montant;titre\n', 'empty'],
    ['montant;nom\n5;A', 'no_columns'],
    ['titre;nom\nA;B', 'no_columns'],
    ['a;b\n1;2', 'no_columns'],
    ['titre;montant\n"A;5\n', 'bad_quotes'],
    ['%PDF-1.7', 'not_text'],
  ])('%j can’t be read: %s', (text, problem) => {
    expect(read(text)).toEqual({ problem })
  })
})

describe('limits, just inside and just outside', () => {
  const rowsOf = (count: number) => `titre;montant\n${Array.from({ length: count }, (_, at) => `T${at};5`).join('\n')}`
  test.each([';', '"', '\n', '"";', 'a;"b'])('%j again and again is answered', piece => {
    expect(read(`titre;montant\n${piece.repeat(batchLimits.bytes / piece.length - 20)}`)).toBeDefined()
  })

  test('rows and bytes', () => {
    expect(issuesOf(rowsOf(batchLimits.rows))).toEqual([])
    expect(issuesOf(rowsOf(batchLimits.rows + 1))).toBe('too_many_rows')
    const [head, row] = ['titre;montant;rien\n', `A;5;${'x'.repeat(50_000)}\n`]
    const full = `${head}${row.repeat(5)}`
    expect(issuesOf(full.padEnd(batchLimits.bytes, '\n'))).not.toBe('too_large')
    expect(issuesOf(full.padEnd(batchLimits.bytes + 1, '\n'))).toBe('too_large')
  })

  test.each([
    ['title', 'é'.repeat(140), 'é'.repeat(141), 'too_long'],
    ['title', 'A', '', 'missing'],
    ['title', 'A', '\u200b', 'missing'],
    ['amount', '0,01', '0', 'not_positive'],
    ['amount', '5', '-5,00', 'not_positive'],
    ['amount', '5', '', 'missing'],
    ['amount', '12,50', '12,505', 'ambiguous'],
    ['amount', '1 234,00', '12,5,0', 'not_an_amount'],
    ['amount', '999999999,99', '1000000000,00', 'too_large'],
    ['email', 'a@b.fr', 'a@b', 'not_an_address'],
    ['name', 'n'.repeat(140), 'n'.repeat(141), 'too_long'],
    ['reference', 'F'.repeat(28), 'F'.repeat(29), 'too_long'],
    ['reference', 'F-1', '---', 'no_letters'],
    ['expiresOn', '29/11/2026', '28/11/2026', 'past'],
    ['expiresOn', '2026-12-31', '31/02/2027', 'not_a_day'],
    ['description', 'd'.repeat(500), 'd'.repeat(501), 'too_long'],
  ] as const)('%s', (field, inside, outside, fault) => {
    const columns = {
      title: 'titre',
      amount: 'montant',
      name: 'nom',
      email: 'e-mail',
      reference: 'ref',
      expiresOn: 'échéance',
      description: 'description',
    }
    const usual = { title: 'T', amount: '5', name: '', email: '', reference: '', expiresOn: '', description: '' }
    const fileOf = (value: string) =>
      [Object.values(columns), Object.values({ ...usual, [field]: value })].map(row => row.join(';')).join('\n')
    expect(issuesOf(fileOf(inside))).toEqual([])
    expect(issuesOf(fileOf(outside))).toEqual([`2 ${field} ${fault}`])
  })

  test.each(['12.50 USD', '£12,50', '$5', 'CHF 5'])('another currency is no amount in euros: %s', cell => {
    expect(issuesOf(`titre;montant\nA;${cell}\nB;12,50 €\nC;EUR 7`)).toEqual(['2 amount not_an_amount'])
  })

  test('all that is wrong is named by line and field', () => {
    const text = 'titre;montant;e-mail;ref\nA;x;y;F1\nB;5;;F1\nC;6;;f1\n;;;\nD;7;;\nD;7;;\nE;8;;;9'
    expect(issuesOf(text)).toEqual([
      '2 amount not_an_amount',
      '2 email not_an_address',
      '4 reference repeated 3',
      '7  repeated 6',
      '8  extra_cells',
    ])
  })
})
