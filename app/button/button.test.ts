import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { payButtonSnippet } from '#lib/services/payments/pay-button.ts'
import { GET } from './[file]/route.ts'

const read = (file: string) =>
  GET(new Request(`http://localhost:3000/button/${file}`), { params: Promise.resolve({ file }) })

test('other sites may load the button, keep it, and check its hash; nothing else is there', async () => {
  const answer = await read('1.js')
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const hash = createHash('sha384')
    .update(await answer.text())
    .digest('base64')
  const url = 'https://guichet.example/l/k3Jq8sVbT0yYw2mXr5LZpA'
  expect(payButtonSnippet({ url }, 'Pay by bank').split('\n')).toEqual([
    expect.stringMatching(/^<script src="http.*\/button\/1\.js" integrity="sha384-.*" crossorigin="anonymous" async>/),
    `<guichet-pay><a href="${url}">Pay by bank</a></guichet-pay>`,
  ])
  expect(payButtonSnippet({ url }, '')).toContain(`"sha384-${hash}"`)
  expect((await read('2.js')).status).toBe(404)
})
