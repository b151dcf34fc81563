import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { createClient, GuichetProblem, verifyWebhook } from '#root/packages/guichet-client/index.ts'
import { clientFile, typeOf, writeClient } from './make-client.ts'

test('the client is up to date with the API: node scripts/make-client.ts', () => {
  expect(readFileSync(clientFile, 'utf8')).toBe(writeClient())
})

test.each([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 'b'] }, "'a' | 'b'"],
  [{ const: 'x' }, "'x'"],
  [{ $ref: '#/components/schemas/Payment' }, 'Payment'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'readonly (string | null)[]'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'Readonly<Record<string, string>>'],
  [
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } }, required: ['a'] },
    '{ readonly a: string\nreadonly b?: boolean | undefined }',
  ],
  [{}, 'unknown'],
])('%j is %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type)
})

describe('the client', () => {
  type Sent = { readonly url: string; readonly method: string | undefined; readonly headers: Headers }

  function clientOf(...answers: (Response | Error)[]) {
    const sent: Sent[] = []
    const client = createClient({
      key: 'gk_test_x',
      origin: 'https://guichet.example',
      fetch: async (url, init) => {
        sent.push({ url: String(url), method: init?.method, headers: new Headers(init?.headers) })
        const answer = answers.shift()
        if (answer instanceof Error || !answer) throw answer ?? new Error('nothing more')
        return answer
      },
    })
    return { client, sent }
  }

  test('sends its key, an id that can’t leave its path, and the query', async () => {
    const { client, sent } = clientOf(Response.json({ id: 'x' }), Response.json({ data: [] }))
    await client.readPayment('../a?b')
    await client.listPayments({ status: 'executed', limit: 5 })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://guichet.example/api/v1/payments/..%2Fa%3Fb',
      'https://guichet.example/api/v1/payments?status=executed&limit=5',
    ])
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer gk_test_x')
    expect(sent[0]?.headers.get('idempotency-key')).toBeNull()
  })

  test('repeats a POST without an answer with the same key', async () => {
    const { client, sent } = clientOf(new Error('reset'), Response.json({ id: 'x' }, { status: 201 }))
    await client.createPaymentLink({ title: 'Book' })
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })

  test('throws a refusal with its code and field', async () => {
    const problem = { type: 'x', title: 'No', status: 422, code: 'invalid_input', detail: 'Why', field: 'amount' }
    const { client } = clientOf(Response.json(problem, { status: 422 }))
    const refused = await client.createPaymentLink({ title: '' }).catch(error => error)
    expect(refused).toBeInstanceOf(GuichetProblem)
    expect(refused).toMatchObject({ status: 422, code: 'invalid_input', field: 'amount' })
  })
})

describe('verifying a webhook (C43)', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const other = `whsec_${Buffer.from('f'.repeat(32)).toString('base64')}`
  const now = new Date('2026-11-21T12:00:00Z')
  const body = JSON.stringify({ type: 'payment.executed', sequence: 3, data: { id: 'p' } })
  const headersAt = (at: Date, by = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  })

  test('returns the event signed by the reference library', async () => {
    expect(await verifyWebhook(secret, headersAt(now), body, { now })).toMatchObject({
      id: 'msg_1',
      type: 'payment.executed',
      sequence: 3,
    })
    expect(await verifyWebhook(secret, new Headers(headersAt(now)), body, { now })).toMatchObject({ id: 'msg_1' })
  })

  test('accepts either of two signatures during a rotation', async () => {
    const both = `${headersAt(now, other)['webhook-signature']} ${headersAt(now)['webhook-signature']}`
    await verifyWebhook(secret, { ...headersAt(now), 'webhook-signature': both }, body, { now })
    await verifyWebhook(other, { ...headersAt(now), 'webhook-signature': both }, body, { now })
  })

  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const forged = createHmac('sha256', 'x')
    .update(`msg_1.${now.getTime() / 1000}.${body}`)
    .digest('base64')
  test.each([
    ['another body', headersAt(now), `${body} `],
    ['another secret', headersAt(now, other), body],
    ['another id', { ...headersAt(now), 'webhook-id': 'msg_2' }, body],
    ['another time', { ...headersAt(now), 'webhook-timestamp': String(now.getTime() / 1000 + 1) }, body],
    ['a forged signature', { ...headersAt(now), 'webhook-signature': `v1,${forged}` }, body],
    ['no signature', { ...headersAt(now), 'webhook-signature': '' }, body],
    ['a signature that is no base64', { ...headersAt(now), 'webhook-signature': 'v1,%%%' }, body],
    ['no time', { ...headersAt(now), 'webhook-timestamp': '' }, body],
    ['a message six minutes old (replay)', headersAt(minutes(-6)), body],
    ['a message of the future', headersAt(minutes(6)), body],
  ])('refuses %s', async (_, headers, text) => {
    await expect(verifyWebhook(secret, headers, text, { now })).rejects.toThrow()
  })
})
