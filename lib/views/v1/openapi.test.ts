import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describe, expect, test } from 'vitest'
import { writeDataOpenapi } from '#lib/views/data-openapi.ts'
import { writeLlmsFull } from './llms.ts'
import { writeOpenapi } from './openapi.ts'

/** The document by two independent linters. Other tests send its examples and arbitrary requests to the API (app/api/v1). */
const documents = [
  ['the merchants’ API', writeOpenapi('https://guichet.example')],
  ['the data API', writeDataOpenapi('https://guichet.example')],
] as const

describe.each(documents)('the OpenAPI document of %s has no error and no warning', (_, document) => {
  test('by Redocly’s recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const found = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: 'openapi.json' })
    expect(found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
  })

  test('by Spectral’s rules for OpenAPI', async () => {
    const spectral = new Spectral()
    spectral.setRuleset({ extends: [oas as RulesetDefinition] })
    const found = await spectral.run(JSON.stringify(document))
    expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
    // It compiles the schema of each of some hundred examples.
  }, 120_000)
})

test('programs that read llms-full.txt are told the limits too', () => {
  const text = writeLlmsFull('https://guichet.example', [])
  expect(text).toContain('- `limit` (integer, ≥ 1, ≤ 100, default `25`)')
  expect(text).toContain('- `line_items` (list of object, ≥ 1 items, ≤ 100 items)')
})
