import { serve } from '@hono/node-server'
import { createClient, verifyWebhook } from 'guichet-client'
import { Hono } from 'hono'

/** A shop that sells one book: the whole of it. `npm run example:shop` starts it beside the demonstration. */
const { GUICHET_ORIGIN: origin = '', GUICHET_KEY: key = '', GUICHET_SECRET: secret = '' } = process.env
const port = Number(process.env.SHOP_PORT ?? 4000)
if (secret === '') throw new Error('GUICHET_SECRET is missing: the secret of your webhook endpoint, whsec_…')
const guichet = createClient({ origin, key })
const head = '<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width">'
let order = { id: '', status: 'open', url: '' }

const shop = new Hono().onError((error, context) => context.text(error.message, 400))
shop.get('/', context => {
  const buy = '<form method="post" action="/buy"><button>Buy</button></form>'
  return context.html(`${head}<meta http-equiv="refresh" content="2"><h1>A book, 24.90 EUR: ${order.status}</h1>${buy}`)
})
shop.post('/buy', async context => {
  const return_url = `http://localhost:${port}/`
  order = await guichet.createCheckoutSession({ amount: '24.90', reference: 'Book 7', return_url })
  return context.redirect(order.url, 303)
})
shop.post('/hooks', async context => {
  const { data } = await verifyWebhook(secret, context.req.raw.headers, context.req.raw.body ?? '')
  if ('paid' in data && data.id === order.id) order.status = data.paid ? 'paid' : data.status
  return context.body(null, 204)
})
serve({ fetch: shop.fetch, port })
