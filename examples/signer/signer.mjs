// An HTTP signer for Guichet, as an example: keys in PEM in a folder, named after their files. Needs only Node.
//   KEYS=/etc/signer/keys TOKEN=… node signer.mjs       # POST http://127.0.0.1:4870/ {"key":"qseal-2026","algorithm":"rsa-sha256","data":"…"}
// With TLS_CERT, TLS_KEY and TLS_CLIENT_CA (PEM files) it speaks HTTPS, to clients with a certificate of that authority.
import { createPrivateKey, sign, timingSafeEqual } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'

const { KEYS = 'keys', TOKEN, TLS_CERT, TLS_KEY, TLS_CLIENT_CA, PORT = '4870', LISTEN = '127.0.0.1' } = process.env
const hasTls = TLS_CERT && TLS_KEY && TLS_CLIENT_CA
if (!TOKEN && !hasTls)
  throw new Error('set TOKEN, or TLS_CERT, TLS_KEY and TLS_CLIENT_CA: anybody could sign otherwise')

const keys = new Map(
  readdirSync(KEYS)
    .filter(file => file.endsWith('.key'))
    .map(file => [file.slice(0, -'.key'.length), createPrivateKey(readFileSync(join(KEYS, file)))]),
)

async function answer(request) {
  if (request.method !== 'POST') return { status: 405 }
  if (TOKEN && !isSame(request.headers.authorization ?? '', `Bearer ${TOKEN}`)) return { status: 401 }
  const { key, algorithm, data } = JSON.parse(await read(request))
  if (algorithm !== 'rsa-sha256' || typeof data !== 'string') return { status: 400 }
  const found = keys.get(key)
  if (!found) return { status: 404 }
  console.log(JSON.stringify({ time: new Date().toISOString(), signedWith: key }))
  return { status: 200, body: { signature: sign('RSA-SHA256', Buffer.from(data, 'base64'), found).toString('base64') } }
}

async function read(stream) {
  let text = ''
  for await (const part of stream) {
    text += part
    if (text.length > 100_000) throw new Error('too long')
  }
  return text
}

function isSame(given, wanted) {
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
}

const listener = async (request, response) => {
  const { status, body = {} } = await answer(request).catch(() => ({ status: 400 }))
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const pem = file => readFileSync(file)
const server = hasTls
  ? createTlsServer({ cert: pem(TLS_CERT), key: pem(TLS_KEY), ca: pem(TLS_CLIENT_CA), requestCert: true }, listener)
  : createServer(listener)
server.listen(Number(PORT), LISTEN, () =>
  console.log(JSON.stringify({ listening: server.address().port, keys: [...keys.keys()] })),
)
