import { expect, test } from 'vitest'
import { comparePeriods, type Period } from './import-period.ts'

const days = (from: string, to: string): Period => ({ from: `2026-${from}`, to: `2026-${to}` })
const stored = days('06-01', '06-30')
const earlier = days('01-10', '01-20')

test.each<[string, Period | null, Period | null, Period | null]>([
  ['before, with a hole', days('01-01', '04-30'), days('05-01', '05-31'), null],
  ['after, with a hole', days('08-01', '08-31'), days('07-01', '07-31'), null],
  ['before, a quiet weekend apart', days('01-01', '05-27'), null, null],
  ['before and into it', days('05-01', '06-10'), null, days('06-01', '06-10')],
  ['around it', days('01-01', '12-31'), null, stored],
  ['none', null, null, null],
])('a file %s', (_, file, gap, overlap) => {
  expect(comparePeriods(file, [stored])).toEqual({ gap, overlap })
  expect(comparePeriods(file, [])).toEqual({ gap: null, overlap: null })
})

test.each<[string, Period, Period | null, Period | null]>([
  ['after the earlier one', days('01-21', '02-10'), days('02-11', '05-31'), null],
  ['into the earlier one', days('01-15', '02-10'), days('02-11', '05-31'), days('01-15', '01-20')],
  ['in the later one', days('06-05', '06-10'), null, days('06-05', '06-10')],
  ['before the later one', days('05-01', '05-31'), days('01-21', '04-30'), null],
  ['of the days between', days('01-21', '05-31'), null, null],
])('beside two stored stretches a file %s', (_, file, gap, overlap) => {
  expect(comparePeriods(file, [stored, earlier])).toEqual({ gap, overlap })
})
