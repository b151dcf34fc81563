import { addDays } from '@guichet/values/calendar/day.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import fc from 'fast-check'
import * as Ofx from 'ofx-js'
import { describe, expect, test } from 'vitest'
import { exportFileName } from '#lib/domain/accounts/export-format.ts'
import { importLimits } from '#lib/domain/accounts/import-line.ts'
import { findDoubles, type KnownLine, likeness } from '#lib/domain/accounts/import-match.ts'
import { camtWriter } from '#lib/files/export/camt.ts'
import { csvWriter, neutralise, restoreNeutral } from '#lib/files/export/csv.ts'
import { jsonWriter } from '#lib/files/export/json.ts'
import { type ExportAccount, type ExportWriter, shortNumberOf } from '#lib/files/export/line.ts'
import { ofxWriter } from '#lib/files/export/ofx.ts'
import { qifWriter } from '#lib/files/export/qif.ts'
import { account, card, dollars, lines as hostile, line, style, write } from '#testing/files/exported.ts'
import { readImport, readImportFile } from './file.ts'
import { decodeFile } from './text.ts'

const target = { iban: 'FR7619870000010000000000138', currency: 'EUR', today: '2026-11-21' }
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readImport(bytes(text), target)
describe('an export that is imported again is unchanged', () => {
  test.each<[string, ExportWriter]>([
    ['csv', csvWriter('csv')],
    ['csv', csvWriter('csv-fr')],
    ['ofx', ofxWriter()],
    ['camt053', camtWriter],
  ])('%s', (format, writer) => {
    const again = read(write(writer))
    expect(again.problems).toEqual([])
    expect(again.format).toBe(format)
    const short = ({ day, amount, remittance, reference }: (typeof again.lines)[number]) => ({
      day,
      amount: amount.amountMinor,
      remittance,
      reference,
    })
    expect(again.lines.map(short)).toEqual(
      hostile.map(({ day, amount, remittance, entryReference }) => ({
        day,
        amount: BigInt(amount.amount.replace('.', '')),
        remittance,
        reference: entryReference,
      })),
    )
  })

  test('a text that OFX’s name cuts before a space', () => {
    const label = `${'A'.repeat(31)} BC`
    const remittance = [label]
    expect(read(write(ofxWriter(), [line({ label, remittance })])).lines).toMatchObject([{ remittance }])
  })

  const Text = fc
    .string({ unit: fc.constantFrom(...'aZ é€;,"\'&<=0'), maxLength: 30 })
    .map(text => cleanText(text, 140))
  const Line = fc.record({
    day: fc.integer({ min: 0, max: 300 }).map(days => addDays('2026-01-13', days)),
    minor: fc.bigInt({ min: -10_000_000n, max: 10_000_000n }),
    remittance: fc.array(
      Text.filter(text => text !== ''),
      { minLength: 1, maxLength: 3 },
    ),
  })

  test.each<[string, () => ExportWriter]>([
    ['csv', () => csvWriter('csv')],
    ['csv', () => csvWriter('csv-fr')],
    ['ofx', ofxWriter],
    ['camt053', () => camtWriter],
    ['qif', () => qifWriter],
  ])('%s, whatever the transactions, in an account and on a card', (format, writer) => {
    fc.assert(
      fc.property(fc.array(Line, { minLength: 1, maxLength: 8 }), fc.boolean(), (generated, isCard) => {
        const of = isCard ? { ...account, kind: 'card' as const, iban: null } : account
        const lines = generated.map(({ day, minor, remittance }, at) => {
          const money = { amount: formatAmount({ amountMinor: minor, currency: 'EUR' }), currency: 'EUR' }
          const reference = `R${at + 1}`
          return line({
            day,
            bookingDate: day,
            amount: money,
            label: remittance[0] ?? '',
            remittance,
            entryReference: reference,
          })
        })
        const mapping = format === 'qif' ? { dayOrder: 'dmy' as const } : null
        const again = readImport(bytes(write(writer(), lines, [of])), { ...target, iban: of.iban }, mapping)
        expect(again.problems).toEqual([])
        expect(again.notes).toEqual([])
        expect(again.lines.map(one => [one.day, one.amount.amountMinor, one.remittance, one.reference])).toEqual(
          generated.map(({ day, minor, remittance }, at) => [day, minor, remittance, `R${at + 1}`]),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('of several accounts each takes its own from one file', () => {
    const of = (one: ExportAccount, amount: string) =>
      line({ amount: { amount, currency: one.currency }, label: amount, remittance: [amount], entryReference: amount })
    for (const writer of [csvWriter('csv'), ofxWriter(), camtWriter]) {
      const parts = [account, dollars, card].map((one, at) => [
        writer.accountHead(one, style),
        writer.line(of(one, `-${at + 1}.00`), one, style),
        writer.accountTail(one, style),
      ])
      const text = [writer.head([account, dollars, card], style), ...parts.flat(), writer.tail(style)].join('')
      const amounts = [account, dollars, card].map(({ id, iban, currency }) =>
        readImport(bytes(text), { ...target, iban, currency, names: [id, shortNumberOf(id)] }).lines.map(
          ({ remittance }) => remittance[0],
        ),
      )
      expect(amounts).toEqual([['-1.00'], ['-2.00'], ['-3.00']])
    }
  })

  test('an independent program reads our OFX: accounts, dollars and cards apart', () => {
    const text = write(ofxWriter(), hostile, [account, dollars, card])
    const read = Ofx.parseSync(text)
    const ofBank = [read.OFX.BANKMSGSRSV1?.STMTTRNRS].flat().map(one => one?.STMTRS)
    const ofCards = [read.OFX.CREDITCARDMSGSRSV1?.CCSTMTTRNRS].flat().map(one => one?.CCSTMTRS)
    expect(ofBank.map(one => [one?.BANKACCTFROM.ACCTID, one?.BANKTRANLIST?.STMTTRN?.length])).toEqual([
      ['00000000001', 4],
      ['00000000001-USD', 4],
    ])
    expect(ofCards.map(one => [one?.CCACCTFROM.ACCTID, one?.BANKTRANLIST?.STMTTRN?.length])).toEqual([
      [shortNumberOf(card.id), 4],
    ])
  })

  test('JSON loses nothing', () => {
    const again = JSON.parse(write(jsonWriter()))
    expect(again.transactions).toEqual(hostile)
    expect(JSON.parse(write(jsonWriter(), [])).transactions).toEqual([])
  })

  test('QIF has one record per line, none broken by a line end in a label', () => {
    const text = write(qifWriter, [line({ label: 'a\nTb', remittance: ['a\nTb'] })])
    expect(text).toContain('!Type:Bank\nD10/11/2026\nT-12.30\n')
    expect(text.match(/^T-/gm)).toHaveLength(1)
    expect(text.match(/^\^$/gm)).toHaveLength(2)
  })
})

describe('CSV as a spreadsheet opens it', () => {
  test('the French dialect has a BOM, semicolons, decimal commas and French dates', () => {
    const text = write(csvWriter('csv-fr'), [line({})])
    expect(text.startsWith('\uFEFFcompte;banque;date;')).toBe(true)
    expect(text).toContain(';10/11/2026;11/11/2026;PRLV SEPA EDF;REF 12;-12,30;EUR;')
    expect(text.endsWith('\r\n')).toBe(true)
  })

  test.each(['=1+1', '+33', '-2', '@SUM(A1)', ' =1', '\t=1', '\u00a0@x', '＝1', '\rx'])('%j is no formula', cell => {
    expect(neutralise(cell)).toBe(`'${cell}`)
    expect(restoreNeutral(neutralise(cell))).toBe(cell)
  })

  test('a text that is no formula is unchanged', () => {
    expect(neutralise("d'accord")).toBe("d'accord")
    expect(restoreNeutral("'tis")).toBe("'tis")
  })
})

test('a statement has the elements of camt.053.001.08 in their order', () => {
  const text = write(camtWriter, [line({})])
  const order = [...text.matchAll(/<([A-Z][A-Za-z]+)[ >]/g)].map(([, name]) => name).join(' ')
  expect(order).toBe(
    'Document BkToCstmrStmt GrpHdr MsgId CreDtTm Stmt Id CreDtTm Acct Id IBAN Ccy Nm Svcr FinInstnId BICFI Bal Tp CdOrPrtry Cd Amt CdtDbtInd Dt Dt ' +
      'Ntry NtryRef Amt CdtDbtInd Sts Cd BookgDt Dt ValDt Dt BkTxCd Domn Cd Fmly Cd SubFmlyCd Prtry Cd NtryDtls TxDtls Refs EndToEndId RmtInf Ustrd Ustrd',
  )
})

test('in a statement every text and attribute is escaped, and empty elements are omitted', () => {
  const bare = { entryReference: null, endToEndId: '', remittance: [], valueDate: null, code: null }
  const text = write(camtWriter, [line({ ...bare, amount: { amount: '-1.00', currency: '"><x a="' } })])
  expect(text).toContain(
    '<Ntry><Amt Ccy="&quot;&gt;&lt;x a=&quot;">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>' +
      '<BookgDt><Dt>2026-11-10</Dt></BookgDt><BkTxCd><Prtry><Cd>NTAV</Cd></Prtry></BkTxCd></Ntry>\n',
  )
  expect(write(ofxWriter(), [line({ label: 'a\u0000<b', remittance: [] })])).toContain('<NAME>a&lt;b</NAME></STMTTRN>')
})

test('a file’s name has no path separators or special characters', () => {
  expect(exportFileName('csv-fr', '2026-11-21')).toBe('guichet-operations-2026-11-21-fr.csv')
  expect(exportFileName('ofx', '../../x')).toBe('guichet-operations-.ofx')
})

describe('files of banks', () => {
  test('without heads, columns are guessed by their contents and the first row is a transaction', () => {
    const bare = '12/02/2026;Loyer;-700,00\n13/02/2026;Remboursement;12,30\n'
    expect(read(bare).table).toEqual({ columns: ['', '', ''], mapping: { day: 0, label: 1, amount: 2 } })
    expect(read(bare).lines.map(({ day, amount }) => [day, amount.amountMinor])).toEqual([
      ['2026-02-12', -70_000n],
      ['2026-02-13', 1_230n],
    ])
    const unknown = read(`quand;quoi;pièce;combien\n${'12/02/2026;Loyer;0012;-700,00\n'.repeat(2)}`)
    expect(unknown.table?.mapping).toEqual({ day: 0, label: 1, amount: 3 })
    expect(unknown.lines).toHaveLength(2)
  })

  test('of an amount and a balance without heads, neither is guessed', () => {
    const two = read('12/02/2026;Loyer;-700,00;1250,00\n')
    expect(two.table?.mapping).toEqual({ day: 0, label: 1 })
    expect(two.problems).toEqual([{ code: 'no_columns', line: null }])
  })

  test.each(['Total', 'Sous-total :', 'TOTAL DES OPERATIONS', 'Solde au 24/11/2026'])(
    'the row %j is no transaction',
    text => {
      const file = read(`date;libellé;montant\n12/02/2026;Loyer;-700,00\n;${text};-700,00\n`)
      expect([file.lines.length, file.problems]).toEqual([1, []])
    },
  )

  test('a few lines about the account before the header, a total below the table', () => {
    const { lines, problems } = read(
      'Compte;12345\nSolde;1,00\n\nDate;Libellé;Débit;Crédit\n01/10/2026;LOYER;-850,00;\n02/10/26;SALAIRE;;2 500,5\nTotal;;;\n',
    )
    expect(problems).toEqual([])
    expect(lines.map(({ day, amount, remittance, line: at }) => [day, amount.amountMinor, remittance[0], at])).toEqual([
      ['2026-10-01', -85_000n, 'LOYER', 5],
      ['2026-10-02', 250_050n, 'SALAIRE', 6],
    ])
  })

  test.each([
    ['windows-1250', 'Datum zaúčtování;Popis;Částka;Příjem;Výběr z bankomatu'],
    ['iso-8859-2', 'Datum zaúčtování;Popis;Částka;Příjem;Škoda;mzda za říjen, křížový'],
    ['windows-1250', 'Datum knjiženja;Opis plaćanja;Račun;Stanje računa'],
    ['windows-1250', 'Könyvelés dátuma;Összeg;Befizetőhely;Jóváírás'],
    ['windows-1254', 'Alışveriş;Maaş ödemesi;Çekilen;güncel bakiye'],
    ['windows-1252', 'Opération;Août;Prélèvement;Crédit reçu;Noël'],
    ['windows-1252', 'Beløb;Køb på kort;Løn;År'],
    ['windows-1252', 'Città;Età;Ricevuto perché è già così più'],
    ['windows-1252', 'Descrição;Cartão;Transações;Último'],
    ['windows-1252', 'Færsla;Úttekt;Þjónusta;Laun í apríl;óþekkt'],
    ['windows-1252', 'Käyttö;Överföring;Größe'],
  ])('text in %s: %s', (page, text) => {
    const letters = [...new TextDecoder(page).decode(Uint8Array.from({ length: 256 }, (_, at) => at))]
    expect(decodeFile(Uint8Array.from(text, letter => letters.indexOf(letter)))).toBe(text)
  })

  test('Windows-1252 and UTF-16 are read', () => {
    expect(decodeFile(Uint8Array.of(0x45, 0x74, 0xe9, 0x20, 0x80))).toBe('Eté €')
    expect(decodeFile(Uint8Array.of(0xff, 0xfe, 0xe9, 0x00))).toBe('é')
    expect(decodeFile(Uint8Array.of(0x50, 0x4b, 3, 4, 0))).toBeNull()
  })

  test.each([
    ['windows-1251', '01/09/2026;ОПЛАТА КАРТОЙ МАГАЗИН;-5,00', 'cecfcbc0d2c020cac0d0d2cec920ccc0c3c0c7c8cd'],
    ['koi8-r', '01/09/2026;ОПЛАТА КАРТОЙ МАГАЗИН;-5,00', 'eff0ece1f4e120ebe1f2f4efea20ede1e7e1fae9ee'],
    ['ibm866', '01/09/2026;ОПЛАТА КАРТОЙ МАГАЗИН;-5,00', '8e8f8b809280208a8090928e89208c80838087888d'],
    ['gb18030', '01/09/2026;超市购物;-5,00', 'b3accad0b9baceef'],
  ])('%s is told from Western letters', (_, text, hex) => {
    const [before, , after] = text.split(';')
    const bytes = Buffer.concat([Buffer.from(`${before};`), Buffer.from(hex, 'hex'), Buffer.from(`;${after}`)])
    expect(decodeFile(bytes)).toBe(text)
  })

  test('OFX without closing tags', () => {
    const sgml =
      'OFXHEADER:100\n\n<OFX><CURDEF>EUR<BANKACCTFROM><ACCTID>123</BANKACCTFROM><STMTTRN><TRNTYPE>DEBIT\n<DTPOSTED>20261001120000[+1:CET]\n<TRNAMT>-12.30\n<FITID>F1\n<NAME>A &amp; B\n</STMTTRN></OFX>'
    expect(read(sgml).lines).toMatchObject([
      { day: '2026-10-01', amount: { amountMinor: -1230n }, remittance: ['A & B'], reference: 'F1', line: 3 },
    ])
  })

  test('of several accounts only the requested one is read', () => {
    const of = (id: string, fitid: string) =>
      `<ACCTID>${id}<STMTTRN><DTPOSTED>20261001<TRNAMT>1<FITID>${fitid}<NAME>x</STMTTRN>`
    const two = `<OFX>${of('00000000001', 'mine')}${of('99999999999', 'other')}</OFX>`
    expect(read(two).lines.map(({ reference }) => reference)).toEqual(['mine'])
    expect(read(`<OFX>${of('77777777', 'a')}${of('99999999', 'b')}</OFX>`).problems).toEqual([
      { code: 'several_accounts', line: null },
    ])
  })

  test('a file that names another account by its IBAN is refused, whatever its format', () => {
    const others = { ...target, iban: 'FR7630006000011234567890189' }
    const [ofx, camt] = [write(ofxWriter(), [line({})]), write(camtWriter, [line({})])]
    for (const file of [ofx, camt]) {
      expect(read(file).lines).toHaveLength(1)
      expect(readImport(bytes(file), { ...target, iban: null }).problems).toEqual([])
    }
    expect(readImport(bytes(ofx), others).problems).toEqual([{ code: 'other_account', line: null }])
    expect(read(camt.replaceAll(target.iban, others.iban)).problems).toEqual([{ code: 'other_account', line: null }])
    const sgml = (id: string) => `<OFX><ACCTID>${id}<STMTTRN><DTPOSTED>20261001<TRNAMT>1<FITID>1<NAME>x</STMTTRN></OFX>`
    expect(read(sgml(others.iban)).problems).toEqual([{ code: 'other_account', line: null }])
    expect(read(sgml('00012345678')).problems, 'a bank’s own number').toEqual([])
  })

  test.each([
    [target.iban.slice(4, 9), []],
    ['30004', [{ code: 'other_account', line: null }]],
    ['', []],
    ['AGRIFRPP', []],
  ])('an OFX of the bank %j is read for an account of that bank only', (bankId, problems) => {
    const from = `<BANKACCTFROM><BANKID>${bankId}<ACCTID>00012345678</BANKACCTFROM>`
    expect(read(`<OFX>${from}<STMTTRN><DTPOSTED>20261001<TRNAMT>1<FITID>1<NAME>x</STMTTRN></OFX>`).problems).toEqual(
      problems,
    )
  })

  test('an OFX file says which days it contains', () => {
    expect(write(ofxWriter())).toContain('<BANKTRANLIST><DTSTART>20261102</DTSTART><DTEND>20261120</DTEND>')
  })

  test('an OFX file gives a French account by the parts of its IBAN, and any other by its IBAN', () => {
    const file = write(ofxWriter(), [line({})])
    expect(file).toContain(
      '<BANKID>19870</BANKID><BRANCHID>00001</BRANCHID><ACCTID>00000000001</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE><ACCTKEY>38</ACCTKEY>',
    )
    const savings = write(ofxWriter(), [line({})], [{ ...account, kind: 'savings' }])
    expect(savings).toContain('<ACCTTYPE>SAVINGS</ACCTTYPE><ACCTKEY>38</ACCTKEY>')
    expect(savings.replace('SAVINGS', 'CHECKING')).toBe(file)
  })

  test('entries that are not booked are not imported', () => {
    const text = write(camtWriter, [line({}), line({ key: '9', entryReference: '9' })]).replace(
      '<Cd>BOOK</Cd>',
      '<Cd>PDNG</Cd>',
    )
    expect(read(text).lines.map(({ reference }) => reference)).toEqual(['9'])
    expect(read(text.replaceAll('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')).lines).toHaveLength(1)
  })
})

describe('a file is refused by line and by name', () => {
  const head = 'date,label,amount\n'
  test.each<[string, string, string, number | null]>([
    ['nothing', '', 'empty', null],
    ['heads alone', head, 'empty', null],
    ['no such day', `${head}2026-02-30,x,1\n`, 'bad_day', 2],
    ['tomorrow', `${head}2026-11-22,x,1\n`, 'future_day', 2],
    ['no amount', `${head}2026-10-01,x,1\n2026-10-02,y,abc1\n`, 'bad_amount', 3],
    ['a tenth of a cent', `${head}2026-10-01,x,1.0001\n`, 'bad_amount', 2],
    ['another currency', `date,amount,currency\n2026-10-01,1,USD\n`, 'other_currency', 2],
    ['no columns', 'a,b\n1,2\n', 'no_columns', null],
    ['a row without a day, of a company', `${head},TOTAL ENERGIES,-60.00\n`, 'bad_day', 2],
    [
      'entities',
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><Document><BkToCstmrStmt/></Document>',
      'entities',
      null,
    ],
    ['entities in OFX', '<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><OFX></OFX>', 'entities', null],
    [
      'nesting without end',
      `<Document><BkToCstmrStmt>${'<a>'.repeat(300)}${'</a>'.repeat(300)}</BkToCstmrStmt></Document>`,
      'bad_xml',
      null,
    ],
    ['a name that objects have', '<Document><BkToCstmrStmt><constructor/></BkToCstmrStmt></Document>', 'bad_xml', null],
    ['a tag of attributes', `<Document><BkToCstmrStmt ${'a="" '.repeat(9_000)}/></Document>`, 'bad_xml', null],
    ['broken XML', '<Document><BkToCstmrStmt><Stmt></BkToCstmrStmt></Document>', 'bad_xml', 1],
    ['another XML', '<html></html>', 'unknown_format', null],
    ['JSON', '[{"a":1,"b":2}]', 'unknown_format', null],
    ['prose', 'hello', 'unknown_format', null],
    ['a row that the file ends in', `${head}2026-10-01,x,1\n2026-10-02,-12`, 'bad_record', 3],
    ['one without heads', '27/10/2026;A;-1,00;Carte\n26/10/2026;B;-2,00;Carte\n25/10/2026;C;-1', 'bad_record', 3],
    ['an OFX without its end', '<OFX><STMTTRN><DTPOSTED>20261001<TRNAMT>-12', 'bad_record', 1],
    ['a QIF that ends in a line', '!Type:Bank\nD13/10/2026\nT-1.00\n^\nD14/10/2026\nT-12', 'bad_record', 5],
  ])('%s', (_, text, code, at) => {
    expect(read(text).problems[0]).toEqual({ code, line: at })
    expect(read(text).format === null || read(text).problems.length > 0).toBe(true)
  })

  test('too large, too long, not text', async () => {
    const large = await readImportFile(new Uint8Array(importLimits.bytes + 1), target)
    expect(large.problems[0]?.code).toBe('too_large')
    expect(readImport(Uint8Array.of(0x50, 0x4b, 0, 0), target).problems[0]?.code).toBe('binary')
    expect(read(head + '2026-10-01,x,1\n'.repeat(importLimits.lines + 1)).problems[0]?.code).toBe('too_many_lines')
  })

  test('at most twenty problems are reported', () => {
    expect(read(head + 'x1,y,1\n'.repeat(100)).problems).toHaveLength(importLimits.problems)
  })

  test('a label of megabytes or a million entities is refused quickly', () => {
    expect(read(`${head}2026-10-01,${'x'.repeat(1_000_000)},1\n`).problems[0]?.code).toBe('bad_quotes')
    expect(read(`<OFX>${'<STMTTRN>'.repeat(100_000)}</OFX>`).problems[0]?.code).toBe('too_many_lines')
  })
})

describe('doubles', () => {
  const coffee: KnownLine = {
    day: '2026-10-01',
    amountMinor: -250n,
    label: 'carte 01/10 cafe des federations',
    reference: null,
  }
  const other = (fields: Partial<KnownLine>) => ({ ...coffee, ...fields })
  test.each<[string, KnownLine[], KnownLine[], (number | null)[]]>([
    ['nothing known', [coffee], [], [null]],
    ['the same', [coffee], [coffee], [0]],
    ['two of which one is known', [coffee, coffee], [coffee], [0, null]],
    ['another label', [coffee], [other({ label: 'boulangerie paul' })], [null]],
    ['printed otherwise', [other({ label: 'paiement cafe des federations lyon' })], [coffee], [0]],
    ['three days later', [other({ day: '2026-10-04' })], [coffee], [0]],
    ['four days later', [other({ day: '2026-10-05' })], [coffee], [null]],
    ['another amount', [other({ amountMinor: -251n })], [coffee], [null]],
    [
      'the same reference, another day and label',
      [other({ reference: 'R', day: '2020-01-01', label: 'x' })],
      [other({ reference: 'R' })],
      [0],
    ],
    [
      'the same reference, another amount',
      [other({ reference: 'R', amountMinor: -1n })],
      [other({ reference: 'R' })],
      [null],
    ],
    [
      'a reference that its source uses again tells nothing',
      [other({ source: 's', reference: '1', amountMinor: -1n }), other({ source: 's', reference: '2' })],
      [other({ source: 's', reference: '1' })],
      [null, 0],
    ],
    [
      'references that each file begins anew',
      [1, 2].map(at => other({ source: 'ofx', reference: `A${at}`, day: `2026-10-0${at + 3}` })),
      [1, 2].map(at => other({ source: 'ofx', reference: `A${at}`, day: `2026-10-0${at}` })),
      [null, null],
    ],
    ['the nearest day is taken', [other({ day: '2026-10-03' }), coffee], [coffee], [null, 0]],
    ['no label at all', [other({ label: '' })], [coffee], [0]],
    ['of two that fit as well, the first', [coffee], [other({ reference: 'A' }), other({ reference: 'B' })], [0]],
    [
      'of two lines, the one that is more alike',
      [other({ label: 'loyer mars' }), other({ label: 'loyer avril' })],
      [other({ label: 'loyer avril paris', reference: 'A' })],
      [null, 0],
    ],
    ['also of two alike', [other({ label: 'cafe' })], [other({ reference: 'A' }), other({ reference: 'B' })], [0]],
  ])('%s', (_, lines, known, expected) => {
    expect(findDoubles(lines, known)).toEqual(expected)
  })

  test('a file of equal lines is matched with as many known lines', () => {
    const many = Array.from({ length: 20_000 }, (_, at) =>
      other({ label: `abc ${at % 2 ? 'x' : 'y'}yz`, reference: `${at}` }),
    )
    const known = many.map(one => ({ ...one, reference: `k${one.reference}` }))
    expect(findDoubles(many, known)).not.toContain(null)
  })

  test('similarity is that of words', () => {
    expect(likeness('prlv sepa edf', 'edf')).toBe(1)
    expect(likeness('loyer mars', 'loyer avril')).toBe(0.5)
    expect(likeness('aaa', 'bbb')).toBe(0)
    expect(likeness('edf', '12/10')).toBe(1)
  })
})
