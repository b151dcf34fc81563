import { expect, test } from 'vitest'
import { drawText } from '#testing/components/draw.tsx'
import { CategoryNames } from './account-names.tsx'
import { RuleForm } from './rule-form.tsx'

test.each([
  ['', true],
  ['ninkasi', false],
])('a condition is asked for where there is none (%j), also while one has no effect yet', (pattern, isAsked) => {
  const given = { pattern, counterparty: null, direction: null, min: null, max: null, currency: null, accountId: null }
  const text = drawText(
    'en',
    <CategoryNames own={[]}>
      <RuleForm
        accounts={[]}
        rule={null}
        given={{ ...given, category: 'other' }}
        onSaved={() => {}}
        onCancel={() => {}}
      />
    </CategoryNames>,
  )
  expect(text.includes('Enter a condition'), text).toBe(isAsked)
})
