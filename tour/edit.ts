import { createHash, createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { z } from 'zod'
import type { Desk } from './bank.ts'
import { bodyOf, type FormedCall, pkiOf } from './forms.ts'

const Lines = z.array(z.tuple([z.string().max(100), z.string().max(4_000)])).max(40)

/** A call as somebody in the room has changed it. What is made `again` fits the change; the rest is as it was before. */
export const Edited = z.strictObject({
  page: z.string().max(100),
  method: z.string().regex(/^[A-Z]{3,7}$/),
  target: z
    .string()
    .regex(/^\/[\x21-\x7e]*$/, 'The path has only visible ASCII characters')
    .max(2_000),
  headers: Lines,
  body: z.string().max(16_000),
  again: z.array(z.enum(['digest', 'signature'])),
})
export type Edited = z.output<typeof Edited>

/** What the page of the tour edits: a new call like one that was made, signed and ready. */
export type Draft = Pick<Edited, 'method' | 'target' | 'headers' | 'body'> & { readonly signed: readonly string[] }

/** Where the bank's script of a call (curl-file.ts of the sandbox) says that keys and names are. */
function readScript(curl: string) {
  const [, host = ''] = /^HOST='([^']*)'/m.exec(curl) ?? []
  const [, pairId = ''] = /\/desk\/api\/pairs\/([^/]+)\/access-token/.exec(curl) ?? []
  const [, tokenForm = ''] = /--data '([^']*)' "https:\/\/\$HOST\/stet\/psd2\/oauth\/token"/.exec(curl) ?? []
  return { pki: pkiOf(curl), host, pairId, tokenForm }
}
type Script = ReturnType<typeof readScript>

const header = (headers: Edited['headers'], wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
const signedNames = (signature: string) => (/headers="([^"]*)"/.exec(signature)?.[1] ?? '').split(' ').filter(Boolean)
const digestOf = (body: string) => `SHA-256=${createHash('sha256').update(body).digest('base64')}`
const replace = (headers: Edited['headers'], values: Readonly<Record<string, string>>): Edited['headers'] =>
  headers.map(([name, value]) => [name, values[name.toLowerCase()] ?? value])

/** The signature over what a call has now (bank:D14). */
function signAgain({ method, target, headers }: Omit<Draft, 'signed'>, sealKey: string): string {
  const given = header(headers, 'signature')
  const lines = signedNames(given).map(name =>
    name === '(request-target)' ? `${name}: ${method.toLowerCase()} ${target}` : `${name}: ${header(headers, name)}`,
  )
  const made = createSign('sha256').update(lines.join('\n')).sign(readFileSync(sealKey, 'utf8'), 'base64')
  return given.replace(/signature="[^"]*"/, () => `signature="${made}"`)
}

const isOwn = /^(connection|content-length|transfer-encoding|expect)$/i

/** Null for a call that has no signature, or whose secrets are good once. */
export function draftOf(call: FormedCall, curl: string, sealKey: string): Draft | null {
  const { method, target } = call
  const headers = call.requestHeaders
    .filter(({ name }) => !isOwn.test(name))
    .map(({ name, value }): [string, string] => [name, value])
  const body = bodyOf(curl)
  if (signedNames(header(headers, 'signature')).length === 0 || /…/.test(target + body)) return null
  const isFollowing = method === 'GET' && target.includes('/payment-requests/')
  const fresh = replace(headers, {
    date: new Date().toUTCString(),
    digest: digestOf(body),
    ...(isFollowing ? {} : { 'x-request-id': randomUUID() }),
  })
  const signature = signAgain({ method, target, headers: fresh, body }, sealKey)
  return { method, target, headers: replace(fresh, { signature }), body, signed: signedNames(signature) }
}

/** Sends it with the demonstration's own certificate and, where the token was not changed, the person's. The bank's log tells the rest. */
export async function sendEdited(edited: Edited, curl: string, sealKey: string, desk: Desk): Promise<void> {
  const script = readScript(curl)
  const { method, target, body, again } = edited
  const digested = again.includes('digest') ? replace(edited.headers, { digest: digestOf(body) }) : edited.headers
  const resigned = again.includes('signature')
    ? replace(digested, { signature: signAgain({ ...edited, headers: digested }, sealKey) })
    : digested
  // A token is never shown whole: as it is shown it stands for the one that it was.
  const isShown = header(resigned, 'authorization').includes('…')
  const headers = isShown ? replace(resigned, { authorization: `Bearer ${await tokenOf(script, desk)}` }) : resigned
  await send(script, { method, path: target, headers }, body)
}

async function tokenOf(script: Script, desk: Desk): Promise<string> {
  if (script.pairId !== '')
    return z
      .object({ accessToken: z.string() })
      .parse(await desk.ask('POST', `/pairs/${script.pairId}/access-token`, {})).accessToken
  const form: Edited['headers'] = [
    ['Host', script.host],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ]
  const answer = await send(script, { method: 'POST', path: '/stet/psd2/oauth/token', headers: form }, script.tokenForm)
  return z.object({ access_token: z.string() }).parse(JSON.parse(answer)).access_token
}

type Sending = { readonly method: string; readonly path: string; readonly headers: Edited['headers'] }

function send({ pki, host }: Script, { method, path, headers }: Sending, body: string): Promise<string> {
  const { hostname, port } = new URL(`https://${host}`)
  const [ca, cert, key] = ['ca.pem', 'tpp/qwac.pem', 'tpp/qwac.key'].map(name => readFileSync(`${pki}/${name}`))
  const sized = body === '' ? headers : [...headers, ['Content-Length', String(Buffer.byteLength(body))] as const]
  const address = { host: '127.0.0.1', port, servername: hostname, method, path, ca, cert, key }
  return new Promise((done, failed) => {
    const asked = request({ ...address, headers: sized.flat(), timeout: 20_000 }, async answer =>
      done((await answer.toArray()).join('')),
    )
    asked.on('timeout', () => asked.destroy(new Error('The bank did not answer')))
    // A fault that ends the connection is an answer too: it is on the wire.
    asked.on('error', error => ('code' in error && error.code === 'ECONNRESET' ? done('') : failed(error)))
    asked.end(body)
  })
}
