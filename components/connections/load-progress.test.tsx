import { expect, test } from 'vitest'
import type { ProgressView } from '#lib/views/banking.ts'
import { drawText } from '#testing/components/draw.tsx'
import { LoadProgress } from './load-progress.tsx'

const account = (id: string, state: 'done' | 'failed'): ProgressView['accounts'][number] => ({
  id,
  name: id,
  maskedIban: null,
  kind: 'account',
  state,
  error: state === 'failed' ? 'AC06' : null,
  rows: 0,
  mainBalance: null,
})

test.each([
  ['fr', '1 compte mis à jour, 1 en échec.', '1 sur 2'],
  ['en', '1 account updated, 1 failed.', '1 of 2'],
] as const)('an account that failed is not counted as updated: %s', (locale, announced, counted) => {
  const accounts = [account('a', 'done'), account('b', 'failed')]
  const initial = { connectionId: 'c', running: false, done: 2, total: 2, accounts }
  const drawn = drawText(locale, <LoadProgress connectionId="c" bankName="B" initial={initial} nameWanted={false} />)
  const text = drawn.replaceAll(/\s+/g, ' ')
  expect(text).toContain(announced)
  expect(text).toContain(counted)
})
