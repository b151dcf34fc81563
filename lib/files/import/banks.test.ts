import { readFileSync } from 'node:fs'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { describe, expect, test } from 'vitest'
import type { ColumnMapping, ImportTarget } from '#lib/domain/accounts/import-line.ts'
import { type ImportFile, readImport } from './file.ts'

const target: ImportTarget = { iban: 'FR7619870000010000000000138', currency: 'EUR', today: '2026-11-28' }

function short(read: ImportFile) {
  return {
    lines: read.lines.map(({ day, amount, remittance }) =>
      `${day} ${formatAmount(amount)} ${remittance.join(' / ')}`.trim(),
    ),
    notes: read.notes.map(({ code, lines }) => `${code} ${lines.join()}`),
    problems: read.problems.map(({ code, line }) => (line === null ? code : `${code} ${line}`)),
  }
}

/** A text in a code page of one byte, or in UTF-16, with another end of line: `crlf €=80`; `\n` is a line end of its own. */
function encode(text: string, how: string): Uint8Array<ArrayBuffer> {
  const ended = text
    .replaceAll('\n', how.startsWith('cr ') ? '\r' : how.includes('crlf') ? '\r\n' : '\n')
    .replaceAll('\\n', '\n')
  if (how.startsWith('utf16')) return Uint8Array.from(Buffer.from(ended, 'utf16le'))
  const codes = new Map(
    [...how.matchAll(/(\S)=(\S\S)/g)].map(([, sign, code]) => [sign, Number.parseInt(code ?? '', 16)]),
  )
  return Uint8Array.from([...ended], sign => codes.get(sign) ?? sign.charCodeAt(0))
}

/**
 * The cases of a file: a title, what is read (`line: day amount label / details`, `note: code line,line`, `problem: code line`) by what the
 * person chose (`mapping:`, `target:`), and below two dashes the file, in UTF-8 unless `bytes:` says how.
 */
function casesOf(name: string) {
  const text = readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8')
  return text
    .split(/^== /m)
    .slice(1)
    .map(one => {
      const [head = '', content = ''] = one.split('\n--\n')
      const [title = '', ...facts] = head.split('\n')
      const all = (key: string) =>
        facts
          .filter(fact => fact.startsWith(`${key}: `))
          .map(fact => fact.slice(key.length + 2).replaceAll('\\n', '\n'))
      const json = (key: string) => JSON.parse(all(key)[0] ?? 'null')
      const [mapping, other]: [ColumnMapping | null, Partial<ImportTarget> | null] = [json('mapping'), json('target')]
      const expected = { lines: all('line'), notes: all('note'), problems: all('problem') }
      const file = `${content.trimEnd()}\n`.replaceAll('\\u00a0', '\u00a0').replaceAll('\\r', '\r')
      const [bytes] = all('bytes').map(how => encode(file, how))
      const [closing] = all('closing')
      return {
        title,
        file: bytes ?? new TextEncoder().encode(file),
        mapping,
        other,
        expected,
        closing,
        asks: all('asks'),
        isPlain: bytes === undefined,
      }
    })
}

// Files in the shapes that banks and programs give them; their contents are invented.
describe.each(['tables', 'statements'])('%s', name => {
  test.each(casesOf(name))('$title', ({ file, mapping, other, expected, closing, asks }) => {
    const read = readImport(file, { ...target, ...other }, mapping)
    expect(short(read)).toEqual(expected)
    if (closing !== undefined) {
      const { balance } = read
      const shown = [balance?.closing, balance?.difference].flatMap(money => (money ? formatAmount(money) : []))
      expect(shown.join(' ')).toBe(closing)
    }
    if (asks.length > 0) {
      const asked = read.questions.map(({ field, text, answers }) =>
        [
          field,
          ...(field === 'belowZero' ? [text] : []),
          ...answers.map(({ value, reading }) => `${value}=${reading}`),
        ].join(' '),
      )
      expect(asked).toEqual(asks)
    }
  })
})

/** What a spreadsheet or another system makes of the same file. */
const copies: readonly (readonly [string, (text: string) => Uint8Array])[] = [
  ['with a mark and other ends of line', text => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`)],
  ['with the ends of line of an old Mac', text => Buffer.from(text.replaceAll('\n', '\r'))],
  ['in UTF-16', text => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['in UTF-16, the other byte first', text => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  [
    'in UTF-32',
    text => new Uint8Array(Uint32Array.from([...`\uFEFF${text}`], sign => sign.codePointAt(0) ?? 0).buffer),
  ],
  ['with spaces that don’t break', text => Buffer.from(text.replaceAll(/(?<=\d) (?=\d{3}\b)/g, '\u202f'))],
]
const plain = ['tables', 'statements'].flatMap(casesOf).filter(({ isPlain }) => isPlain)

test.each(copies)('%s every file says the same', (_, copy) => {
  for (const { title, file, mapping, other, expected } of plain) {
    const read = readImport(copy(new TextDecoder().decode(file)), { ...target, ...other }, mapping)
    const withoutLines = ({ lines, notes, problems }: typeof expected) =>
      [lines, ...[notes, problems].map(some => some.map(one => one.split(' ')[0]))] as const
    expect([title, withoutLines(short(read))]).toEqual([title, withoutLines(expected)])
  }
})

const rows = (...lines: string[]) => `${lines.join('\n')}\n`

test.each(['ACHAT NOËL', 'ECHEANCE PRÊT IMMO', 'PEÑA NIÑO ¡OLÉ!', 'COÖPERATIE REËEL'])('%s in Windows’ page', label => {
  const read = readImport(Buffer.from(rows('Date;Label;Amount', `12/09/2026;${label};-3,20`), 'latin1'), target)
  expect(short(read).lines).toEqual([`2026-09-12 -3.20 ${label}`])
})

test('a NUL in a text', () => {
  const read = readImport(new TextEncoder().encode(rows('Date;Label;Amount', '12/09/2026;CA\0FE;-3,20')), target)
  expect(short(read)).toEqual({ lines: ['2026-09-12 -3.20 CAFE'], notes: [], problems: [] })
})

test('what a person should look at', () => {
  const hints = (text: string) => readImport(new TextEncoder().encode(text), target).hints
  expect(hints(rows('date;libelle;montant', '15/09/2026;PAIEMENT CB;-45,50', '20/09/2026;B;120,00'))).toEqual([])
  expect(hints(rows('date;montant', '01/09/2026;-5,00', '02/09/2026;-6,00'))).toEqual(['no_label'])
  expect(hints(rows('Date;Libellé;Montant', '01/09/2026;A;-5,00', '02/09/2026;B;6,00'))).toEqual([])
})

test('spending as positive amounts is asked about where a payment to the card is below zero', () => {
  const asked = (text: string) => readImport(new TextEncoder().encode(text), target).questions.map(({ field }) => field)
  const card = ['15/09/2026,EPICERIE,"45,50"', '20/09/2026,PAIEMENT MERCI,"-120,00"', '21/09/2026,B,"1,50"']
  expect(asked(rows('Date,Description,Montant', ...card))).toEqual(['belowZero'])
  const booked = ['15/09/2026,A,45.50', '20/09/2026,PAIEMENT ENREGISTRE,-120.00']
  expect(asked(rows('date,description,montant', ...booked))).toEqual(['belowZero'])
  const debit = ['15/09/2026;SNCF;45,50', '20/09/2026;PRELEVEMENT AUTOMATIQUE ENREGISTRE;-120,00']
  expect(asked(rows('date;marchand;montant', ...debit))).toEqual(['belowZero'])
})

test('a running balance that a line breaks', () => {
  const file = (...amounts: string[]) =>
    rows('Date;Libellé;Montant;Solde', ...amounts.map((amount, at) => `0${at + 1}/09/2026;A;${amount}`))
  const lineOf = (text: string) => readImport(new TextEncoder().encode(text), target).balance?.line ?? null
  expect(lineOf(file('-5,00;95,00', '-6,00;89,00', '-7,00;82,00'))).toBeNull()
  expect(lineOf(file('-7,00;82,00', '-6,00;89,00', '-5,00;95,00'))).toBeNull()
  expect(lineOf(file('-5,00;95,00', '-6,00;89,00', '-7,00;72,00', '-2,00;70,00'))).toBe(4)
  expect(lineOf(file('-5,00;70,00', '-6,00;70,00', '-7,00;70,00'))).toBeNull()
  // Also beside a closing balance.
  expect(
    lineOf(`Solde au 30/09/2026;;;100,00\n${file('-5,00;95,00', '-6,00;80,00', '-7,00;73,00', '-1,00;72,00')}`),
  ).toBe(4)
  // Without its sign.
  expect(lineOf(file('-5,00;95,00', '100,00;195,00', '7,00;188,00'))).toBe(4)
})
