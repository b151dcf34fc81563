import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, verifyWebhook } from '#root/packages/guichet-client/index.ts'

const {
  GUICHET_ORIGIN: origin = '',
  GUICHET_KEY: key = '',
  GUICHET_SECRET: secret = '',
  SHOP_PORT = '4000',
} = process.env
const shop = `http://localhost:${SHOP_PORT}/`
const guichet = createClient({ origin, key })
let order = { id: '', status: 'open' }

createServer(async (request, response) => {
  if (request.url === '/buy') {
    const session = await guichet.createCheckoutSession({ amount: '24.90', reference: 'Book 7', return_url: shop })
    order = session
    response.writeHead(303, { location: session.url }).end()
  } else if (request.url === '/hooks') {
    const { type, data } = await verifyWebhook(secret, request.headers, await text(request))
    if (data.id === order.id) order = { ...order, status: type === 'payment.executed' ? 'paid' : String(data.status) }
    response.writeHead(204).end()
  } else response.end(`A book, 24.90 EUR: ${order.status}. ${shop}buy\n`)
}).listen(Number(SHOP_PORT))
