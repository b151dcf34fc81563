import { expect, test } from 'vitest'
import { findSigns, type LiveActivity, signNames } from './unusual.ts'

const quiet: LiveActivity = {
  brand: null,
  attempts: 0,
  refused: 0,
  busiestHour: 0,
  usualHour: 0,
  paidSinceChangeMinor: 0n,
}

test.each([
  ['nothing', {}, []],
  ['a name like a brand', { brand: 'Apple' }, ['brand']],
  ['nine refused of nine', { attempts: 9, refused: 9 }, []],
  ['ten refused of twenty', { attempts: 20, refused: 10 }, ['refused']],
  ['ten refused of twenty-one', { attempts: 21, refused: 10 }, []],
  ['29 in an hour', { busiestHour: 29 }, []],
  ['30 in an hour of a new shop', { busiestHour: 30 }, ['rush']],
  ['ten times the usual hour', { busiestHour: 40, usualHour: 4 }, ['rush']],
  ['a busy hour of a busy shop', { busiestHour: 39, usualHour: 4 }, []],
  ['€999.99 to a new account', { paidSinceChangeMinor: 99_999n }, []],
  ['€1,000 to a new account', { paidSinceChangeMinor: 100_000n }, ['new_account']],
  [
    'all at once',
    { brand: 'Apple', attempts: 10, refused: 10, busiestHour: 99, paidSinceChangeMinor: 100_000n },
    [...signNames],
  ],
] as const)('%s', (_, change, signs) => expect(findSigns({ ...quiet, ...change })).toEqual(signs))
