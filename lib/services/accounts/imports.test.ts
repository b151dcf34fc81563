import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { noFilter } from '#lib/domain/accounts/transaction-query.ts'
import { exportTransactions } from '#lib/services/transactions/exports.ts'
import { bookedAtBank } from '#testing/bank/booked.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { aConnection, anAccount } from '#testing/people/an-account.ts'
import { categoriseNew } from './categorise.ts'
import { apartLimits } from './import-apart.ts'
import { importFile, listImports, previewImport, undoImport } from './imports.ts'
import { storeBooked } from './transaction-store.ts'

/** Overlapping files in a real database: each import can be undone and leaves what other files and the bank contain. */

let userId: string
let accountId: string

beforeEach(async () => {
  setClock(new Date('2026-11-21T10:00:00Z'))
  await aBank()
  userId = (await aPerson()).userId
  accountId = await anAccount({ userId, connectionId: await aConnection(userId) })
})

type Row = { readonly day: string; readonly label: string; readonly minor: number; readonly reference?: string }

/** Of a program: each has its own heads. */
function csvOf(rows: readonly Row[], program = 0) {
  const lines = rows.map(({ day, label, minor, reference }) => `${day},${label},${minor / 100},${reference ?? ''}`)
  const heads = ['date,label,amount,reference', 'day,payee,amount,id', 'jour,motif,montant,ref'][program]
  const bytes = new TextEncoder().encode(`${heads}\n${lines.join('\n')}\n`)
  return { name: 'x.csv', bytes }
}
const bringOf = (program: number, ...rows: readonly Row[]) =>
  importFile({ userId }, accountId, csvOf(rows, program), null)
const bring = (...rows: readonly Row[]) => bringOf(0, ...rows)
const shown = async () => {
  const rows = await db().transaction.findMany({
    where: { userId, accountId },
    orderBy: [{ day: 'asc' }, { label: 'asc' }, { importId: 'asc' }],
  })
  return rows.map(({ label, importId }) => [label, importId])
}
const held = async () =>
  new Map((await listImports({ userId })).imports.map(({ id, alone, shared }) => [id, { alone, shared }]))

const give = (...rows: readonly Row[]) => storeBooked(db(), { userId, accountId }, rows.map(toBankLine), '2026-11-21')

const toBankLine = ({ day, label, minor, reference }: Row) =>
  bookedAtBank(minor, label, { bookingDate: day, valueDate: day, entryReference: reference ?? null })

const cafe = { day: '2025-03-01', label: 'CAFE DES ARTS', minor: -250 }
const fnac = { day: '2025-03-02', label: 'FNAC', minor: -4000 }
const loyer = { day: '2025-03-03', label: 'LOYER', minor: -70_000 }

test.each<[string, string, string, string | null]>([
  ['that the account had on its day', '115.00', '20260930', '0.00'],
  ['on a day of the file’s own lines', '116.00', '20260927', '0.00'],
  ['among the bank’s lines', '105.00', '20261015', '0.00'],
  ['after the bank’s balance', '100.00', '20261121', '0.00'],
  ['above', '120.00', '20260930', '5.00'],
  ['below', '-1.00', '20260930', '-116.00'],
  ['without a day', '115.00', '', null],
  ['of a day to come', '115.00', '20261122', null],
])('a file’s closing balance %s is compared with the bank’s', async (_, amount, day, beside) => {
  await give({ ...cafe, day: '2026-10-01', minor: -1_000 }, { ...fnac, day: '2026-11-10', minor: -500 })
  const preview = (last: string) => {
    const entry = `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${last}<TRNAMT>-1.00<FITID>7<NAME>PAIN</STMTTRN>`
    const closing = `<LEDGERBAL><BALAMT>${amount}${day && `<DTASOF>${day}`}</LEDGERBAL>`
    const list = `<BANKTRANLIST>${entry}</BANKTRANLIST>${closing}`
    const text = `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR${list}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
    return previewImport({ userId }, accountId, { name: 'x.ofx', bytes: new TextEncoder().encode(text) }, null)
  }
  expect(await preview('20260928')).toMatchObject({ fresh: 1, beside: null })
  const balance = { type: 'CLBD', name: 'x', amountMinor: 10_000n, currency: 'EUR', readAt: new Date() }
  await db().balance.create({ data: { userId, accountId, ...balance, referenceDate: new Date('2026-11-20') } })
  expect(await preview('20260928')).toMatchObject({ beside })
  expect(await preview('20260801'), 'days are missing in between').toMatchObject({ beside: null })
})

describe('undoing an import', () => {
  test('leaves what a later file also contains to that file, and undoing that one removes it', async () => {
    const first = await bring(cafe, fnac)
    const second = await bring(fnac, loyer)
    expect(second).toMatchObject({ added: 1, doubles: 1 })
    expect(await held()).toEqual(
      new Map([
        [second.id, { alone: 1, shared: 1 }],
        [first.id, { alone: 1, shared: 1 }],
      ]),
    )
    await undoImport({ userId }, first.id)
    expect(await shown()).toEqual([
      ['FNAC', second.id],
      ['LOYER', second.id],
    ])
    expect(await held()).toEqual(new Map([[second.id, { alone: 2, shared: 0 }]]))
    await undoImport({ userId }, second.id)
    expect(await shown()).toEqual([])
    expect(await db().importClaim.count({ where: { userId } })).toBe(0)
  })

  test('leaves an earlier file’s transactions when the later one is undone first', async () => {
    const first = await bring(cafe, fnac)
    const second = await bring(fnac, loyer)
    await undoImport({ userId }, second.id)
    expect(await shown()).toEqual([
      ['CAFE DES ARTS', first.id],
      ['FNAC', first.id],
    ])
  })

  test('hands transactions over with the other file’s text: nothing of a misread file remains', async () => {
    const wrong = await bring({ ...cafe, label: '' }, { ...fnac, label: '' })
    const right = await bringOf(1, { ...cafe, day: '2025-03-02' }, fnac, { ...loyer, day: '2025-03-01' })
    expect(right).toMatchObject({ added: 1, doubles: 2 })
    await undoImport({ userId }, wrong.id)
    const rows = await db().transaction.findMany({ where: { userId }, orderBy: { label: 'asc' } })
    expect(rows).toMatchObject([
      { label: 'CAFE DES ARTS', day: new Date('2025-03-02'), category: 'restaurant', counterparty: 'cafe des arts' },
      { label: 'FNAC', remittance: ['FNAC'], category: 'shopping', importId: right.id },
      { label: 'LOYER' },
    ])
    expect(rows.map(({ searchText }) => searchText)).toEqual([
      expect.stringContaining('cafe des arts'),
      expect.stringContaining('fnac'),
      expect.stringContaining('loyer'),
    ])
  })

  test('leaves manual categories', async () => {
    const first = await bring(fnac)
    const second = await bring(fnac)
    await db().transaction.updateMany({ where: { userId }, data: { category: 'children', categorySource: 'person' } })
    await undoImport({ userId }, first.id)
    expect(await db().transaction.findMany({ where: { userId } })).toMatchObject([
      { category: 'children', categorySource: 'person', importId: second.id },
    ])
  })

  test('separates two files that both matched its transaction and not each other’s', async () => {
    const month = [fnac, { ...loyer, day: '2025-02-28' }, { ...loyer, day: '2025-03-08' }]
    const middle = await bringOf(0, { ...cafe, day: '2025-03-04' }, ...month)
    const early = await bringOf(1, { ...cafe, label: 'CAFE DES ARTS LYON' }, ...month)
    const late = await bringOf(2, { ...cafe, day: '2025-03-07', label: 'CAFE DES ARTS PARIS' }, ...month)
    expect([early.added, late.added]).toEqual([0, 0])
    await undoImport({ userId }, middle.id)
    expect((await shown()).filter(([label]) => label?.startsWith('CAFE'))).toEqual([
      ['CAFE DES ARTS LYON', early.id],
      ['CAFE DES ARTS PARIS', late.id],
    ])
  })

  test('leaves the bank’s own, also where it replaced the transaction of several files', async () => {
    const first = await bring(cafe)
    const second = await bring(cafe)
    await give({ ...cafe, label: 'CARTE CAFE DES ARTS', reference: '001' })
    await categoriseNew(userId)
    expect(await shown()).toEqual([['CARTE CAFE DES ARTS', null]])
    expect(await held()).toEqual(
      new Map([
        [second.id, { alone: 0, shared: 0 }],
        [first.id, { alone: 0, shared: 0 }],
      ]),
    )
    await undoImport({ userId }, first.id)
    await undoImport({ userId }, second.id)
    expect(await shown()).toEqual([['CARTE CAFE DES ARTS', null]])
  })
})

test('what a person chose, wrote and attached follows a transaction that the bank’s own replaces', async () => {
  const other = await anAccount({ userId, connectionId: await aConnection(userId), resourceId: 'other' })
  await bring(cafe)
  const { key } = await db().transaction.findFirstOrThrow({ where: { userId, accountId } })
  const parts = [
    { category: 'leisure', amountMinor: '-100' },
    { category: 'groceries', amountMinor: '-150' },
  ]
  const pair = { pairAccountId: other, pairKey: 'half', pairChoice: 'together' as const }
  const words = { note: 'with Zoé', tags: ['arts'], parts, leftOut: true, category: 'leisure', ...pair }
  const where = { userId, accountId, key }
  await db().transaction.updateMany({ where, data: { ...words, categorySource: 'person' } })
  const half = {
    key: 'half',
    booked: true,
    status: 'BOOK',
    amountMinor: 250n,
    currency: 'EUR',
    day: new Date(cafe.day),
  }
  const paired = { pairAccountId: accountId, pairKey: key, pairChoice: 'together' as const, category: 'other_income' }
  await db().transaction.create({ data: { userId, accountId: other, ...half, ...paired, label: '', searchText: '' } })
  const file = { userId, accountId, key, fileName: 'a.pdf', contentType: 'application/pdf', size: 5 }
  await db().attachment.create({ data: { ...file, content: Buffer.from('%PDF-') } })
  await give({ ...cafe, label: 'CARTE CAFE DES ARTS', reference: '001' })
  await categoriseNew(userId)
  const replaced = await db().transaction.findMany({ where: { userId, accountId }, include: { attachments: true } })
  expect(replaced).toMatchObject([
    {
      ...words,
      key: '001',
      importId: null,
      categorySource: 'person',
      ruleId: null,
      attachments: [{ fileName: 'a.pdf' }],
    },
  ])
  expect(await db().transaction.findFirst({ where: { userId, key: 'half' } })).toMatchObject({ pairKey: '001' })
})

describe('lines of one source are never each other’s doubles', () => {
  const bus = (day: number) => ({ day: `2025-09-0${day}`, label: 'BUS TCL', minor: -190 })
  const [early, later] = [[5, 6, 7].map(bus), [8, 9].map(bus)]

  test('two files of one bank', async () => {
    await bring(...early)
    expect(await bring(...later)).toMatchObject({ added: 2, doubles: 0 })
    expect(await bring(...early, ...later)).toMatchObject({ added: 0, doubles: 5 })
  })

  test('two files whose references differ', async () => {
    await bring(...early.map((row, at) => ({ ...row, day: '2025-09-05', reference: `A${at}` })))
    const others = early.map((row, at) => ({ ...row, day: '2025-09-05', reference: `B${at}` }))
    expect(await bring(...others)).toMatchObject({ added: 3, doubles: 0 })
  })

  test('a file whose lines all have one reference', async () => {
    const [august, september, october] = [8, 9, 10].map(month => ({
      ...cafe,
      day: `2025-${String(month).padStart(2, '0')}-01`,
      reference: 'X',
    }))
    if (!august || !september || !october) return
    await bring(august)
    expect(await bring(september)).toMatchObject({ added: 1, doubles: 0 })
    expect(await bring(october, september, august)).toMatchObject({ added: 1, doubles: 2 })
  })

  test('the bank’s first lines leave those of an older file', async () => {
    await bring(...early)
    await give(...later.map((row, at) => ({ ...row, reference: `00${at}` })))
    await categoriseNew(userId)
    expect(await shown()).toHaveLength(5)
  })
})

test('a supposed double is shown with its twin, and a person may overrule it', async () => {
  const first = await bring(cafe, fnac)
  const again = csvOf([{ ...cafe, day: '2025-03-02' }, fnac, { ...loyer, day: '2025-03-01' }], 1)
  const { lines } = await previewImport({ userId }, accountId, again, null)
  expect(lines.map(({ position, twin }) => [position, twin])).toEqual([
    [0, { day: '2025-03-01', label: 'CAFE DES ARTS', fileName: 'x.csv' }],
    [1, { day: '2025-03-02', label: 'FNAC', fileName: 'x.csv' }],
    [2, null],
  ])
  const second = await importFile({ userId }, accountId, again, null, { overruled: [0] })
  expect(second).toMatchObject({ added: 2, doubles: 1 })
  await undoImport({ userId }, second.id)
  expect(await shown()).toEqual([
    ['CAFE DES ARTS', first.id],
    ['FNAC', first.id],
  ])
})

test.each(['csv', 'csv-fr'] as const)('what a person added comes back with a %s of ours', async format => {
  const rows = [
    { day: '2026-11-01', label: 'CARTE CARREFOUR', minor: -5_000 },
    { day: '2026-11-02', label: 'CARTE FNAC', minor: -3_000 },
  ]
  await bring(...rows)
  const added = {
    note: '=avec Zoé',
    tags: ['sortie', 'été'],
    parts: [
      { category: 'groceries', amountMinor: '-3000' },
      { category: 'children', amountMinor: '-2000' },
    ],
  }
  await db().transaction.updateMany({ where: { userId, label: 'CARTE CARREFOUR' }, data: added })
  const byHand = { category: 'children', categorySource: 'person' as const }
  await db().transaction.updateMany({ where: { userId, label: 'CARTE FNAC' }, data: byHand })
  const wish = { filter: noFilter, format, locale: 'fr', categoryNames: new Map([['children', 'Enfants']]) } as const
  let text = ''
  for await (const part of (await exportTransactions({ userId }, wish)).parts) text += part
  expect(text).toContain(format === 'csv' ? 'groceries -30.00 | Enfants -20.00' : 'groceries -30,00 | Enfants -20,00')
  const file = { name: 'ours.csv', bytes: new TextEncoder().encode(text) }
  const choice = {
    categories: new Map([
      ['Enfants', 'children'],
      ['groceries', 'groceries'],
      ['shopping', 'shopping'],
    ]),
  }
  const again = () => importFile({ userId }, accountId, file, null, choice)
  const stored = () => db().transaction.findMany({ where: { userId }, orderBy: { day: 'asc' } })
  await db().transaction.deleteMany({ where: { userId } })
  expect(await again()).toMatchObject({ added: 2 })
  expect(await stored()).toMatchObject([{ ...added, category: 'groceries', categorySource: 'label' }, byHand])
  // What is stored already gets what it lacks.
  await db().transaction.updateMany({ where: { userId }, data: { note: 'autre', tags: [] } })
  expect(await again()).toMatchObject({ added: 0, doubles: 2 })
  expect(await stored()).toMatchObject([{ note: 'autre', tags: added.tags }, { tags: [] }])
})

test('how a file is read is kept for the next of its layout at the same bank', async () => {
  const text = (day: string) => new TextEncoder().encode(`Date,Description,Amount\n${day},GROCER,21.000\n`)
  const ask = async (day: string) => previewImport({ userId }, accountId, { name: 'x.csv', bytes: text(day) }, null)
  const first = await ask('03/02/2026')
  expect(first).toMatchObject({ remembered: false, fresh: 0, problems: [{ code: 'ambiguous_day', line: 2 }] })
  expect(first.questions).toEqual([
    {
      field: 'dayOrder',
      text: '03/02/2026',
      answers: [
        { value: 'dmy', reading: '2026-02-03' },
        { value: 'mdy', reading: '2026-03-02' },
      ],
    },
  ])
  const mapping = { ...first.mapping, dayOrder: 'mdy' as const, decimal: '.' as const, belowZero: 'in' as const }
  await importFile({ userId }, accountId, { name: 'x.csv', bytes: text('03/02/2026') }, mapping)
  expect(await ask('04/02/2026')).toMatchObject({
    remembered: true,
    problems: [],
    lines: [{ day: '2026-04-02', amount: '-21.00' }],
    gap: { from: '2026-03-03', to: '2026-04-01' },
  })
})

test('whether one OFX’s cheque came in says nothing of the next', async () => {
  const cheque = (day: string) =>
    `<OFX><CURDEF>EUR<STMTTRN><TRNTYPE>CHECK<DTPOSTED>${day}<TRNAMT>50.00<FITID>${day}<NAME>REMISE</STMTTRN></OFX>`
  const file = (day: string) => ({ name: 'x.ofx', bytes: new TextEncoder().encode(cheque(day)) })
  await importFile({ userId }, accountId, file('20260203'), { belowZero: 'out' })
  const next = await previewImport({ userId }, accountId, file('20260204'), null)
  expect(next.questions.map(({ field }) => field)).toEqual(['belowZero'])
})

describe('the bank’s transactions', () => {
  test('a match with a file is made once: of two coffees one is the bank’s, and both stay', async () => {
    await give({ ...cafe, reference: '001' })
    expect(await previewImport({ userId }, accountId, csvOf([cafe, cafe]), null)).toMatchObject({
      fresh: 1,
      doubles: 1,
    })
    await give({ ...fnac, reference: '002' })
    const { id } = await bring(cafe, cafe, fnac)
    await categoriseNew(userId)
    expect(await shown()).toEqual([
      ['CAFE DES ARTS', id],
      ['CAFE DES ARTS', null],
      ['FNAC', null],
    ])
  })

  test('match a file with one coffee where another has two: undoing the second leaves nothing of it', async () => {
    await give({ ...cafe, reference: '001' })
    const two = await bring(cafe, cafe)
    const one = await bring(cafe)
    expect([two.added, one.added]).toEqual([1, 0])
    await undoImport({ userId }, two.id)
    expect(await shown()).toEqual([['CAFE DES ARTS', null]])
  })

  test('replace the transaction that most files claim', async () => {
    const two = await bring(cafe, cafe)
    await bring(cafe)
    await db()
      .$executeRaw`UPDATE "ImportClaim" SET "key" = regexp_replace("key", ':0$', ':1') WHERE "userId" = ${userId}::uuid`
    await give({ ...cafe, reference: '001' })
    await categoriseNew(userId)
    await undoImport({ userId }, two.id)
    expect(await shown()).toEqual([['CAFE DES ARTS', null]])
  })

  test('are not matched again when categorised again', async () => {
    await give({ ...cafe, reference: '001' })
    const { id } = await bring(cafe, cafe)
    await db().transaction.updateMany({ where: { userId }, data: { category: null } })
    await categoriseNew(userId)
    expect((await shown()).map(([, importId]) => importId)).toEqual([id, null])
  })

  test('replace no imported one before they are booked', async () => {
    const { id } = await bring(cafe)
    const pending = { ...toBankLine(cafe), status: 'PDNG', bookingDate: null, expectedBookingDate: cafe.day }
    await storeBooked(db(), { userId, accountId }, [pending], '2026-11-21')
    await categoriseNew(userId)
    expect((await shown()).map(([, importId]) => importId).sort()).toEqual([id, null])
  })
})

/**
 * Kinds of transactions that do not match each other. Equal ones occur up to three times in a file; those with another text, or with a
 * reference only, once.
 */
const kinds = [
  { most: 3, print: (at: number) => ({ ...cafe, minor: -101, reference: `bank-a-${at}` }), referred: false },
  { most: 3, print: (at: number) => ({ ...fnac, minor: -102, reference: `bank-b-${at}` }), referred: false },
  {
    most: 1,
    print: (_: number, how: number) => ({
      day: `2025-04-0${1 + how}`,
      minor: -103,
      reference: 'bank-c',
      label: ['CARTE CAFE ARTS', 'CAFE ARTS LYON', 'PAIEMENT ARTS CAFE'][how] ?? '',
    }),
    referred: false,
  },
  {
    most: 1,
    print: (_: number, how: number) => ({
      day: `2025-05-0${1 + 2 * how}`,
      label: ['ABONNEMENT', 'PRELEVEMENT', 'FACTURE'][how] ?? '',
      minor: -104,
      reference: 'R104',
    }),
    referred: true,
  },
]

const Counts = fc.tuple(...kinds.map(({ most }) => fc.integer({ min: 0, max: most })))
const Step = fc.oneof(
  fc.record({ act: fc.constant('bring' as const), counts: Counts, how: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ act: fc.constant('undo' as const), which: fc.nat() }),
  fc.record({
    act: fc.constant('give' as const),
    counts: Counts,
    how: fc.integer({ min: 0, max: 2 }),
    filed: fc.boolean(),
  }),
)

/** So that every file and the bank cover all days. */
const covered = ['2025-01-01', '2025-12-31'].map(day => ({ day, label: 'LOYER', minor: -901, reference: day }))

function rowsOf(counts: readonly number[], how: number, byBank: boolean): Row[] {
  const rows = kinds.flatMap(({ print, referred }, kind) =>
    Array.from({ length: counts[kind] ?? 0 }, (_, at): Row => {
      const { reference, ...row } = print(at, how)
      return byBank || referred ? { ...row, reference } : row
    }),
  )
  return [...rows, ...covered]
}

test('after any sequence of imports, undos and readings: each transaction as often as the file or bank that has it most often', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 2, maxLength: 10 }), async steps => {
      await db().transaction.deleteMany({ where: { userId } })
      await db().transactionImport.deleteMany({ where: { userId } })
      await db().rateLimit.deleteMany()
      const files = new Map<string, readonly number[]>()
      let bank: readonly number[] = kinds.map(() => 0)
      for (const step of steps) {
        if (step.act === 'give') {
          bank = bank.map((count, kind) => Math.max(count, step.counts[kind] ?? 0))
          await give(...rowsOf(step.counts, step.how, true))
          // Until they are filed, what the bank gave stands beside what a file has.
          if (!step.filed) continue
          await categoriseNew(userId)
        } else if (step.act === 'bring') {
          if (!step.counts.some(Boolean)) continue
          files.set((await bringOf(step.how, ...rowsOf(step.counts, step.how, false))).id, step.counts)
        } else {
          const id = [...files.keys()][step.which % Math.max(files.size, 1)]
          if (!id) continue
          await undoImport({ userId }, id)
          files.delete(id)
        }
        await expectUnion([bank, ...files.values()], files)
      }
      await categoriseNew(userId)
      await expectUnion([bank, ...files.values()], files)
      for (const id of files.keys()) await undoImport({ userId }, id)
      await expectUnion([bank], new Map())
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 6) },
  )
})

test('120 files an hour are read for a person, previews included', async () => {
  const key = `imports:${userId}`
  await db().rateLimit.create({ data: { key, count: 119, windowStart: new Date('2026-11-21T09:30:00Z') } })
  const row = { day: '2026-11-01', label: 'EDF', minor: -1_00 }
  expect((await previewImport({ userId }, accountId, csvOf([row]), null)).fresh).toBe(1)
  const refused = { code: 'too_many_tries', retryAfterSeconds: 1_800 }
  await expect(previewImport({ userId }, accountId, csvOf([row]), null)).rejects.toMatchObject(refused)
  await expect(bring(row)).rejects.toMatchObject(refused)
})

test('a file that takes too long to read is refused, in words that name the limit', async () => {
  const { seconds } = apartLimits
  apartLimits.seconds = 0.001
  const preview = await previewImport({ userId }, accountId, csvOf([]), null).finally(
    () => (apartLimits.seconds = seconds),
  )
  expect(preview.problems).toEqual([{ code: 'too_slow', line: null }])
})

async function expectUnion(holders: readonly (readonly number[])[], files: ReadonlyMap<string, readonly number[]>) {
  const most = kinds.map((_, kind) => Math.max(...holders.map(counts => counts[kind] ?? 0)))
  const rows = await db().transaction.findMany({ where: { userId }, select: { amountMinor: true, importId: true } })
  expect(kinds.map((_, kind) => rows.filter(({ amountMinor }) => amountMinor === BigInt(-101 - kind)).length)).toEqual(
    most,
  )
  expect(rows.filter(({ importId }) => importId !== null && !files.has(importId))).toEqual([])
}
