import type { OpenapiDocument } from '@guichet/api-reference/render-reference.ts'
import { describe, expect, test } from 'vitest'
import { actOf } from '#lib/domain/acts.ts'
import { appEventTypes } from '#lib/domain/webhooks/event.ts'
import { writeDataOpenapi } from '#lib/views/data-openapi.ts'
import { dataOperations } from '#lib/views/data-v1.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'
import { operations } from '#lib/views/v1/operations.ts'
import { draw } from '#testing/components/draw.tsx'
import { ApiReference, DataReference } from './document.tsx'

/** The rendered reference has everything in the document, and no broken link. */
const document = writeOpenapi('https://guichet.example') as unknown as OpenapiDocument

test.each(['fr', 'en'] as const)('in %s the data API has its operations and events', locale => {
  const data = writeDataOpenapi('https://guichet.example') as unknown as OpenapiDocument
  const markup = draw(locale, <DataReference document={data} />)
  for (const name of [...Object.keys(dataOperations), ...appEventTypes]) expect(markup).toContain(name)
  expect(markup).not.toMatch(/keys\.reference|undefined|\[object/)
})

describe.each(['fr', 'en'] as const)('in %s', locale => {
  const markup = draw(
    locale,
    <ApiReference document={document} steps={null} senders={['203.0.113.7', '2001:db8::/48']} />,
  )

  test('describes everything', () => {
    expect(markup).not.toMatch(/keys\.reference|undefined|\[object/)
    expect(markup).toMatch(/203\.0\.113\.7.*2001:db8::\/48/)
  })

  test.each(Object.entries(operations))('has %s, with its scope and path', (name, { path, verb }) => {
    expect(markup).toContain(`id="${name}"`)
    expect(markup).toContain(actOf(verb).scope)
    expect(markup).toContain(path)
  })

  test('has no broken link and no duplicate id', () => {
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of markup.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })
})
