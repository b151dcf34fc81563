import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, verifyWebhook } from '#root/packages/guichet-client/index.ts'

const {
  GUICHET_ORIGIN: origin = '',
  GUICHET_KEY: key = '',
  GUICHET_SECRET: secret = '',
  SHOP_PORT = '4000',
} = process.env
const home = `http://localhost:${SHOP_PORT}/`
const guichet = createClient({ origin, key })
let order = { id: '', status: 'open', url: '' }

async function answer({ url, method, headers }: IncomingMessage, body: string): Promise<[number, string, string?]> {
  if (url === '/buy') {
    order = await guichet.createCheckoutSession({ amount: '24.90', reference: 'Book 7', return_url: home })
    return [303, '', order.url]
  }
  if (url !== '/hooks' || method === 'GET') return [200, `A book, 24.90 EUR: ${order.status}. ${home}buy\n`]
  const { type, data } = await verifyWebhook(secret, headers, body)
  if (data.id === order.id) order.status = type === 'payment.executed' ? 'paid' : String(data.status)
  return [204, '']
}

createServer(async (request, response) => {
  const refused = (error: Error): [number, string, string?] => [400, error.message]
  const [status, said, location] = await answer(request, await text(request)).catch(refused)
  response.writeHead(status, location ? { location } : {}).end(said)
}).listen(Number(SHOP_PORT))
