import { expect, test } from 'vitest'
import { aTransaction } from '#testing/components/a-transaction.ts'
import { draw } from '#testing/components/draw.tsx'
import { ManyForm } from './many-form.tsx'

const lines = ['one', 'two', 'three'].map(id => aTransaction({ id }))
const form = {
  lines,
  total: 3,
  accounts: [],
  categories: [],
  tags: [],
  asked: '',
  isAll: false,
  changed: null,
  wrong: null,
}
const ticked = (html: string) =>
  [...html.matchAll(/<input[^>]*name="id"[^>]*>/g)].flatMap(([box]) =>
    box.includes('checked=""') ? [/value="([^"]*)"/.exec(box)?.[1]] : [],
  )

test('a refused form keeps its boxes and choices; otherwise all or none are ticked', () => {
  expect(ticked(draw('en', <ManyForm {...form} refused={null} />))).toEqual([])
  expect(ticked(draw('en', <ManyForm {...form} isAll refused={null} />))).toEqual(['one', 'two', 'three'])
  const refused = { ids: ['one', 'three'], category: 'travel', tags: 'Été', leftOut: 'yes' }
  const html = draw('en', <ManyForm {...form} isAll wrong="tags" refused={refused} />)
  expect(ticked(html)).toEqual(['one', 'three'])
  expect(html).toContain('value="Été"')
  expect(html.match(/<option value="(travel|yes)" selected="">/g)).toHaveLength(2)
})
