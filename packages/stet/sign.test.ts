import { readFileSync } from 'node:fs'
import httpSignature from 'http-signature'
import { describe, expect, test } from 'vitest'
import { putConsent } from './consents.ts'
import { digestBody, type SignedRequest, signingString, signRequest } from './sign.ts'
import { keySigner } from './signer.ts'
import { json, now, presence, scriptBank } from './testing/scripted-bank.ts'
import { aispToken } from './token.ts'
import type { WireRequest } from './transport.ts'

const vector = (name: string) => readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8')
const seal = { signer: keySigner(vector('key.pem')), keyId: 'https://tpp.test/certificates/qseal_00ff' }

/** The vector's text, split into the parts that `signRequest` takes. */
function requestOf(name: string): SignedRequest {
  const [line = '', ...rest] = vector(`signing-${name}.txt`).split('\n')
  const [, method = '', target = ''] = line.split(' ')
  return {
    method: method.toUpperCase(),
    target,
    headers: rest.map(header => [header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 2)] as const),
  }
}

describe('signature against the openssl command line', () => {
  test.each(['get', 'put', 'attended'])('%s: same text, same signature', async name => {
    const request = requestOf(name)
    expect(signingString(request)).toBe(vector(`signing-${name}.txt`))
    const header = await signRequest(request, seal, true)
    expect(header).toContain(`signature="${vector(`signature-${name}.txt`)}"`)
    expect(await signRequest(request, seal, false)).toBe(header)
  })

  test('has the form of bank:D14, without a scheme word', async () => {
    expect(await signRequest(requestOf('get'), seal, true)).toMatch(
      /^keyId="https:\/\/tpp\.test\/certificates\/qseal_00ff",algorithm="rsa-sha256",headers="\(request-target\) host date x-request-id",signature="[A-Za-z0-9+/]+=*"$/,
    )
  })

  test('the vectors contain the digest of their body', () => {
    expect(vector('signing-put.txt')).toContain(`digest: ${digestBody(vector('body-consent.txt'))}`)
  })
})

/** Verified by an independent implementation, from the bytes that were sent. */
function verifies(request: WireRequest, changes: { method?: string; target?: string; headers?: object } = {}): boolean {
  const headers: Record<string, string> = { ...request.headers, ...changes.headers }
  const parsed = httpSignature.parseRequest(
    {
      method: changes.method ?? request.method,
      url: changes.target ?? request.target,
      headers: { ...headers, authorization: `Signature ${headers.signature}` },
    },
    { clockSkew: Number.MAX_SAFE_INTEGER },
  )
  return httpSignature.verifySignature(parsed, vector('public.pem'))
}

async function signedPut(): Promise<WireRequest> {
  const { bank, requests } = scriptBank(() => json(201, {}))
  const consent = { accounts: [], psuIdentity: true }
  await putConsent(bank, aispToken('19870', 'secret'), consent, { presence })
  const [request] = requests
  if (request === undefined) throw new Error('nothing was sent')
  return request
}

describe('signature on the wire, verified by http-signature', () => {
  test('covers every header of bank:D14 and every PSU header that is sent', async () => {
    const request = await signedPut()
    expect(verifies(request)).toBe(true)
    const covered = /headers="([^"]*)"/.exec(request.headers.signature ?? '')?.[1]?.split(' ') ?? []
    const psu = Object.keys(request.headers).filter(name => name.startsWith('psu-'))
    expect(psu.length).toBeGreaterThan(5)
    expect(covered).toEqual(['(request-target)', 'host', 'date', 'x-request-id', 'digest', 'content-type', ...psu])
    expect(request.headers.date).toBe(now.toUTCString())
  })

  test.each(['host', 'date', 'x-request-id', 'digest', 'content-type', 'psu-ip-address', 'psu-date'])(
    'a changed %s breaks it (C16)',
    async name => {
      const request = await signedPut()
      const value = name === 'date' ? new Date(now.getTime() + 1_000).toUTCString() : `${request.headers[name]}x`
      expect(verifies(request, { headers: { [name]: value } })).toBe(false)
    },
  )

  test('a changed method, path or body invalidates it (C16)', async () => {
    const request = await signedPut()
    expect(verifies(request, { method: 'POST' })).toBe(false)
    expect(verifies(request, { target: `${request.target}?page=2` })).toBe(false)
    expect(digestBody(`${request.body} `)).not.toBe(request.headers.digest)
    expect(digestBody(request.body ?? '')).toBe(request.headers.digest)
  })
})

describe('digest of a body', () => {
  test.each(['empty', 'consent', 'unicode'])('equals the digest of openssl: %s', name => {
    const body = vector(`body-${name}.txt`)
    const expected = vector(`digest-${name}.txt`)
    expect(digestBody(body)).toBe(expected)
    expect(digestBody(Buffer.from(body))).toBe(expected)
  })

  test('changes with one byte', () => {
    expect(digestBody('{"amount":"1.00"}')).not.toBe(digestBody('{"amount":"1.01"}'))
  })
})
