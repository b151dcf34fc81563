import { afterEach, expect, test } from 'vitest'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readImport } from '#lib/files/import/file.ts'
import { apartLimits, runApart, TookTooMuch } from './import-apart.ts'

const target = { iban: null, currency: 'EUR', today: '2026-11-21' }
const bytes = (text: string) => new TextEncoder().encode(text)
const small = bytes('date;montant;libelle\n2026-10-01;-1,00;EDF\n')
/** Long cells in few rows: much to read, little to answer. */
const large = bytes(`date;montant;libelle\n${`2026-10-01;-1,00;${'EDF '.repeat(6_000)}\n`.repeat(100)}`)
const read = (userId: string, file = small) => runApart(userId, 'read', file, target, null)

const before = { ...apartLimits }
afterEach(() => Object.assign(apartLimits, before))

async function cpuMs(act: () => unknown): Promise<number> {
  const since = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

test('a file is read as it would be here, and its transactions are as they are stored', async () => {
  const { lines, ...rest } = await read('a')
  expect(rest).toEqual({
    format: 'csv',
    problems: [],
    notes: [],
    questions: [],
    hints: [],
    balance: null,
    account: '',
    lineNumbers: [2],
    layout: 'csv date montant libelle',
    table: { columns: ['date', 'montant', 'libelle'], mapping: { day: 0, amount: 1, label: 2 } },
    mapping: { day: 0, amount: 1, label: 2 },
  })
  expect(lines).toMatchObject([{ position: 0, day: '2026-10-01', amountMinor: '-100', currency: 'EUR', label: 'EDF' }])
})

test('a large file takes this thread a fraction of what it takes to read', async () => {
  const here = await cpuMs(() => readImport(large, target))
  expect(await cpuMs(() => read('a', large))).toBeLessThan(here / 3)
})

test('more memory or time than a file may take ends its thread', async () => {
  apartLimits.memoryMb = 16
  const nodes = `<Document><BkToCstmrStmt>${'<a/>'.repeat(500_000)}</BkToCstmrStmt></Document>`
  await expect(read('a', bytes(nodes))).rejects.toThrow(TookTooMuch)
  Object.assign(apartLimits, before, { seconds: 0.001 })
  await expect(read('a')).rejects.toThrow(TookTooMuch)
  Object.assign(apartLimits, before)
  expect((await read('a')).lines).toHaveLength(1)
})

test('a person’s files are read one after the other, and no more than three wait', async () => {
  const ended: string[] = []
  const begin = (userId: string, file?: Uint8Array<ArrayBuffer>) =>
    read(userId, file).then(
      () => ended.push(userId),
      (error: unknown) => ended.push(`${userId} ${error instanceof Refused ? error.code : error}`),
    )
  await Promise.all([begin('a', large), begin('a'), begin('a'), begin('a'), begin('a'), begin('b')])
  // The last one is refused at once, and another person's doesn't wait for them.
  expect(ended).toHaveLength(6)
  expect(ended[0]).toBe('a too_many_tries')
  expect(ended.indexOf('b')).toBeLessThan(4)
  expect(ended.filter(one => one === 'a')).toHaveLength(4)
})
