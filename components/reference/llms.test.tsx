import { existsSync } from 'node:fs'
import type { OpenapiDocument } from '@guichet/api-reference/render-reference.ts'
import { describe, expect, test } from 'vitest'
import { ApiReference } from '#components/reference/document.tsx'
import { webhookEventTypes } from '#lib/domain/webhooks/event.ts'
import { apiErrorCodes } from '#lib/views/v1/errors.ts'
import { writeLlms, writeLlmsFull } from '#lib/views/v1/llms.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'
import { operations } from '#lib/views/v1/operations.ts'
import { draw } from '#testing/components/draw.tsx'

const origin = 'https://guichet.example'
const texts = { 'llms.txt': writeLlms(origin), 'llms-full.txt': writeLlmsFull(origin, []) }
const document = writeOpenapi(origin) as unknown as OpenapiDocument
const reference = draw('en', <ApiReference document={document} steps={null} senders={[]} />)

/** Why an address of ours would not be answered; null if it is. */
function deadEnd(address: string): string | null {
  const { pathname, hash } = new URL(address)
  if (hash !== '' && !reference.includes(`id="${hash.slice(1)}"`)) return `${address} is on no page`
  const [, code] = /^\/docs\/api\/errors\/(.+)$/.exec(pathname) ?? []
  if (code !== undefined) return apiErrorCodes.some(one => one === code) ? null : `${code} is no error`
  if (Object.values(operations).some(({ path }) => pathname === `/api/v1${path}`)) return null
  const isServed = ['page.tsx', 'route.ts'].some(file => existsSync(`app${pathname}/${file}`))
  return isServed || pathname === '/api/v1' ? null : `${pathname} has no route`
}

describe.each(Object.entries(texts))('%s', (_, text) => {
  test('begins as llmstxt.org wants it, and has nothing undefined', () => {
    expect(text).toMatch(/^# Guichet API\n\n> .+\n/)
    expect(text).not.toMatch(/undefined|\[object/)
  })

  test('has no address that nobody answers', () => {
    const addresses = text.match(/https:\/\/guichet\.example[^\s)'"`\\]*/g) ?? []
    // Those of objects in the examples lead to nothing.
    const ours = addresses
      .map(address => address.replace(/[.,]$/, ''))
      .filter(address => !/\/(pay|refunds|l|images)\//.test(address))
    expect(ours.length).toBeGreaterThan(20)
    expect([...new Set(ours)].map(deadEnd).filter(fault => fault !== null)).toEqual([])
  })
})

test('the index names every operation', () => {
  for (const [name, { method, path }] of Object.entries(operations)) {
    expect(texts['llms.txt']).toContain(`(${origin}/docs/api#${name}): \`${method.toUpperCase()} /api/v1${path}\``)
  }
})

test('the whole has every operation with its body and refusals, every event and every error', () => {
  const whole = texts['llms-full.txt']
  for (const { method, path, summary } of Object.values(operations)) {
    expect(whole).toContain(`### ${summary}\n\n\`${method.toUpperCase()} /api/v1${path}\``)
  }
  for (const name of [...webhookEventTypes, ...apiErrorCodes]) expect(whole).toContain(`\`${name}\``)
  expect(whole).toContain('- `line_items[].unit_amount` (string, required, `^-?\\d{1,9}(')
  expect(whole).toContain('"return_url": "https://shop.example/thanks"')
})
