import { formatAmount } from '@guichet/values/money/minor.ts'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { importLimits } from '#lib/domain/accounts/import-line.ts'
import { workbook, workbookOf } from '#testing/files/workbook.ts'
import { readImportFile } from './file.ts'

const target = { iban: 'FR7619870000010000000000138', currency: 'EUR', today: '2026-11-28' }

async function read(bytes: Uint8Array) {
  const { format, lines, problems, notes } = await readImportFile(bytes, target)
  return {
    format,
    lines: lines.map(({ day, amount, remittance }) => `${day} ${formatAmount(amount)} ${remittance.join(' / ')}`),
    problems: problems.map(({ code }) => code),
    notes: notes.map(({ code }) => code),
  }
}

function statement(iban: string, day: string, status = 'BOOK'): Uint8Array {
  const entry = `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>A</AddtlNtryInf></Ntry>`
  return strToU8(
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entry}</Stmt></BkToCstmrStmt></Document>`,
  )
}

test('statements in a zip: those of this account, one after the other', async () => {
  const own = target.iban
  const bytes = zipSync({
    'a.xml': statement(own, '2026-09-01'),
    'b/c.xml': statement(own, '2026-10-01'),
    'other.xml': statement('FR7630006000011234567890189', '2026-09-01'),
    '__MACOSX/._a.xml': strToU8('x'),
  })
  expect(await read(bytes)).toEqual({
    format: 'camt053',
    lines: ['2026-09-01 1.00 A', '2026-10-01 1.00 A'],
    problems: [],
    notes: [],
  })
})

test('statements in a zip are checked each against its balances; the latest is shown, or the first that is wrong', async () => {
  const balance = (code: string, amount: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const checked = (day: string, opening: string, closing: string) => {
    const text = new TextDecoder().decode(statement(target.iban, day))
    return strToU8(text.replace('<Ntry>', `${balance('OPBD', opening, day)}${balance('CLBD', closing, day)}<Ntry>`))
  }
  const shown = async (...files: Uint8Array[]) => {
    const bytes = zipSync(Object.fromEntries(files.map((file, at) => [`${at}.xml`, file])))
    const { balance } = await readImportFile(bytes, target)
    return balance && [balance.closing, balance.difference].map(money => money && formatAmount(money))
  }
  const [october, september] = [checked('2026-10-01', '1.00', '2.00'), checked('2026-09-01', '0.00', '1.00')]
  expect(await shown(october, september)).toEqual(['2.00', '0.00'])
  expect(await shown(october, checked('2026-09-01', '0.00', '9.00'))).toEqual(['9.00', '8.00'])
  expect(await shown(october, statement(target.iban, '2026-09-01'))).toBeNull()
})

test('a workbook of another program, and days without their format', async () => {
  expect(await read(zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('<x/>') }))).toMatchObject({
    problems: ['binary'],
  })
  const counted = workbook(['Solde au 30/09/2026', 1354.5], ['Date', 'Libellé', 'Montant'], [46266.5, 'A', -10])
  expect(await read(counted)).toMatchObject({ lines: ['2026-09-01 -10.00 A'], problems: [] })
})

test('what an archive has beside statements is left out', async () => {
  const bytes = zipSync({
    'a.xml': statement(target.iban, '2026-09-01'),
    'a.pdf': strToU8('%PDF-1.4'),
    'b.txt': strToU8('hello'),
  })
  expect(await read(bytes)).toMatchObject({ lines: ['2026-09-01 1.00 A'], problems: [], notes: ['other_file'] })
})

test('of a workbook’s sheets the one with transactions; of several the person says which', async () => {
  const head = ['Date', 'Libellé', 'Montant']
  const [cover, own, other] = [[['Relevé']], [head, ['01/09/2026', 'A', -1]], [head, ['02/09/2026', 'B', -2]]]
  expect(await read(workbookOf({ Garde: cover, Courant: own }))).toMatchObject({
    lines: ['2026-09-01 -1.00 A'],
    notes: [],
  })
  const two = workbookOf({ Garde: cover, Courant: own, Livret: other })
  const asked = await readImportFile(two, target)
  expect(asked.questions.map(({ field, answers }) => [field, ...answers.map(({ value }) => value)])).toEqual([
    ['accountValue', 'Courant', 'Livret'],
  ])
  const { lines, notes, mapping } = await readImportFile(two, target, { accountValue: 'Livret' })
  expect([lines.map(line => line.remittance[0]), notes.map(({ code }) => code)]).toEqual([['B'], ['other_account']])
  expect(await readImportFile(two, target, mapping)).toMatchObject({ lines, mapping })
})

test('a cell far from all others and rows of a thousand cells are refused', async () => {
  const bytes = zipSync({
    ...unzipSync(workbook(['Date'], ['x'])),
    'xl/worksheets/sheet1.xml': strToU8('<row r="1048576"><c r="XFD1048576"/></row>'),
  })
  expect((await read(bytes)).problems).toEqual(['too_slow'])
  expect((await read(strToU8(`Date;Libellé;Montant\n${';'.repeat(1_001)}`))).problems).toEqual(['bad_quotes'])
})

test('a workbook’s first sheet, whose numbers are no text', async () => {
  const bytes = workbook(
    ['Compte', '4711'],
    ['Date', 'Libellé', 'Montant'],
    ['01/09/2026', 'EPICERIE', -1234.5],
    ['02/09/2026', 'INTERETS', 0.125],
    ['03/09/2026', 'LOYER', -29],
  )
  expect(await read(bytes)).toEqual({
    format: 'xlsx',
    lines: ['2026-09-01 -1234.50 EPICERIE', '2026-09-03 -29.00 LOYER'],
    problems: ['bad_amount'],
    notes: [],
  })
})

test('an archive that grows beyond its limits is refused before it grows, a broken one too', async () => {
  const large = zipSync({ 'a.xml': new Uint8Array(61 * 1024 * 1024) })
  expect(large.length).toBeLessThan(importLimits.bytes)
  expect((await read(large)).problems).toEqual(['too_large'])
  const many = zipSync(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.xml`, new Uint8Array(1)])))
  expect((await read(many)).problems).toEqual(['too_large'])
  expect((await read(workbook(['Date']).slice(0, 200))).problems).toEqual(['binary'])
  expect((await read(zipSync({}))).problems).toEqual(['binary'])
  expect((await read(strToU8('Date;Libellé;Montant\n01/09/2026;A;-1,00\n'))).lines).toEqual(['2026-09-01 -1.00 A'])
})

test('files of one archive that overlap are read once, equal lines of one file twice', async () => {
  const file = (...days: readonly string[]) =>
    strToU8(`Date;Libellé;Montant\n${days.map(day => `${day}/09/2026;BUS;-1,90\n`).join('')}`)
  const { lines, notes } = await read(zipSync({ 'a.csv': file('14', '15', '15'), 'b.csv': file('15', '15', '16') }))
  expect(lines).toEqual(['14', '15', '15', '16'].map(day => `2026-09-${day} -1.90 BUS`))
  expect(notes).toEqual(['repeated'])
})

test('files of several accounts in one archive: the person says which', async () => {
  const file = (account: string, text: string) => strToU8(`Compte ${account}\nDate;Libellé;Montant\n${text}\n`)
  const rows = ['01/09/2026;A;-5,00', '02/09/2026;B;-6,00', '03/09/2026;A;-5,00']
  const [first = '', second = '', third = ''] = rows
  const own = zipSync({ 'a.csv': file('12345678901', first), 'b.csv': file('12345678901', second) })
  expect((await read(own)).lines).toHaveLength(2)
  const names = zipSync({ 'a.csv': file('courant 01/09/2026', first), 'b.csv': file('courant 02/09/2026', second) })
  expect((await read(names)).lines).toHaveLength(2)
  const two = zipSync({ 'a.csv': file('12345678901', first), 'b.csv': file('98765432109', third) })
  const asked = await readImportFile(two, target)
  expect(asked.questions.map(({ answers }) => answers.map(({ value }) => value))).toEqual([
    ['12345678901', '98765432109'],
  ])
  const answered = await readImportFile(two, target, { ...asked.mapping, accountValue: '98765432109' })
  expect(answered.lines.map(({ day }) => day)).toEqual(['2026-09-03'])
  expect(answered.notes).toEqual([{ code: 'other_account', count: 1, lines: [] }])
  const ofOne = zipSync({ 'a.csv': file('00000000001', first), 'b.csv': file('98765432109', third) })
  expect((await read(ofOne)).lines).toEqual(['2026-09-01 -5.00 A'])
})

test('sheets of Excel in XML are asked about as others, and a number is rounded as one; a workbook in an archive is read', async () => {
  const sheet = (name: string, text: string, amount: string) =>
    `<Worksheet ss:Name="${name}"><Table><Row><Cell><Data ss:Type="String">Date</Data></Cell><Cell><Data ss:Type="String">Montant</Data></Cell><Cell><Data ss:Type="String">Libellé</Data></Cell></Row><Row><Cell><Data ss:Type="String">${text}</Data></Cell><Cell><Data ss:Type="Number">${amount}</Data></Cell><Cell><Data ss:Type="String">A</Data></Cell></Row></Table></Worksheet>`
  const book = (...sheets: string[]) => strToU8(`<?xml version="1.0"?><Workbook>${sheets.join('')}</Workbook>`)
  const [one, other] = [sheet('Courant', '01/09/2026', '-23.449999999999999'), sheet('Livret', '02/09/2026', '1.234')]
  expect((await read(book(one))).lines).toEqual(['2026-09-01 -23.45 A'])
  const asked = await readImportFile(book(one, other), target)
  expect(asked.questions[0]?.answers.map(({ value }) => value)).toEqual(['Courant', 'Livret'])
  const chosen = await readImportFile(book(one, other), target, { accountValue: 'Courant' })
  expect(chosen.lines.map(({ amount }) => formatAmount(amount))).toEqual(['-23.45'])
  const inner = workbook(['Date', 'Libellé', 'Montant'], ['01/09/2026', 'A', -1.5])
  expect((await read(zipSync({ 'a.xlsx': inner }))).lines).toEqual(['2026-09-01 -1.50 A'])
})

test.each([
  [
    'of Excel in XML',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">Date</Data></Cell><Cell><Data>Libellé</Data></Cell><Cell><Data>Débit</Data></Cell><Cell><Data>Crédit</Data></Cell></Row><Row><Cell><Data ss:Type="DateTime">2026-09-15T00:00:00.000</Data></Cell><Cell><Data>A &amp; B</Data></Cell><Cell ss:Index="4"><Data ss:Type="Number">2100</Data></Cell></Row></Table></Worksheet></Workbook>',
    '2026-09-15 2100.00 A & B',
  ],
  [
    'of a page without its beginning',
    '<meta charset="utf-8"><table><tr><th>Date<th>Libellé<th>Montant<tr><td>15/09/2026<td>CAF&Eacute;<br>DU PORT<td>-1&nbsp;212,34&nbsp;&euro;</table>',
    '2026-09-15 -1212.34 CAFÉ DU PORT',
  ],
])('a table %s', async (_, text, line) => {
  expect((await read(strToU8(text))).lines).toEqual([line])
})
