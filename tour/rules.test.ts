import { ruleOf } from '@guichet/sandbox/desk/check-texts.ts'
import { routes } from '@guichet/sandbox/interface/routes.ts'
import { describe, expect, test } from 'vitest'
import french from './french.json' with { type: 'json' }
import { readRules } from './rules.ts'

const rules = readRules()

describe('the rules behind the checks', () => {
  test('a decision and a row of a document', () => {
    expect(rules.get('D7')).toEqual({
      source: 'docs/interface/decisions.md · OAuth',
      text: expect.stringMatching(/^code exchange: form client_id.*Code: single use, 60 s/),
    })
    expect(rules.get('1 Behaviour rules: 3')?.source).toBe('docs/interface/1-account-information.md · Behaviour rules')
  })

  test('every rule that the bank names has a text, without files and marks', () => {
    const named = routes.flatMap(({ steps }) => steps.map(({ name }) => ruleOf(name))).filter(rule => rule !== null)
    expect(named.length).toBeGreaterThan(20)
    for (const id of new Set(named)) expect(rules.get(id)?.text ?? `no text for ${id}`).toMatch(/^[^`›]{20,}$/)
    // In French they are told shorter.
    expect(new Set(Object.keys(french.rules))).toEqual(new Set([...named, 'D6']))
  })
})
