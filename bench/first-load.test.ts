import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { limitOf, limitsKb, scriptsOf, weigh } from './first-load.ts'

const html = `<script src="/a.js?v=1&amp;w=2" async=""></script><script nonce="x">inline()</script>
<script src="/old.js" noModule=""></script><link rel="preload" href="/b.js" as="script"/><script async src="/a.js?v=1&amp;w=2"></script>`

test('every script once, without those for old browsers', () => {
  expect(scriptsOf(html)).toEqual(['/a.js?v=1&w=2'])
})

test('measures what the server would send', async () => {
  const body = Buffer.from('x'.repeat(10_000))
  expect(await weigh(html, async () => body)).toEqual({ kb: gzipSync(body).length / 1_000, files: 1 })
  await expect(weigh('<p>', async () => body)).rejects.toThrow(/without any script/)
})

test('every page has the limit of its kind', () => {
  expect(limitOf('/home')).toBe(limitsKb.dashboard)
  expect(limitOf('/payments')).toBe(limitsKb.dashboard)
  expect(limitOf('/pay/x')).toBe(limitsKb.checkout)
  expect(limitOf('/link')).toBe(limitsKb.dashboard)
})
