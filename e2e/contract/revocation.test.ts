import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePki, listUrlOf } from '@guichet/sandbox/pki/ensure.ts'
import { currentRevocationList, revokeCertificate } from '@guichet/sandbox/pki/issue.ts'
import { listAccounts } from '@guichet/stet/accounts.ts'
import { type Bank, closeBank, createBank } from '@guichet/stet/bank.ts'
import { stapleOnly } from '@guichet/stet/certificate-check.ts'
import { createRevocationLists } from '@guichet/stet/revocation-lists.ts'
import { type LocalServer, startServer } from '@guichet/stet/testing/local-server.ts'
import { presence, testSigner } from '@guichet/stet/testing/scripted-bank.ts'
import { aispToken } from '@guichet/stet/token.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ourOrder } from '#testing/bank/start.ts'
import { listenHere } from '#testing/listen-here.ts'

/** The bank's own certificate, and its authority's CRL as it is served, over a real socket. */

const directory = join(mkdtempSync(join(tmpdir(), 'revocation-')), 'pki')
const read = (name: string) => readFileSync(join(directory, name), 'utf8')
const http = createServer((_, response) => {
  currentRevocationList(directory).then(list => response.end(list))
})
let server: LocalServer
const banks: Bank[] = []

beforeAll(async () => {
  const listUrl = listUrlOf(await listenHere(http))
  await ensurePki(directory, { listUrl, tpp: ourOrder })
  const tls = { cert: read('bank/server.pem'), key: read('bank/server.key'), ca: read('ca.pem') }
  server = await startServer(tls, (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"accounts":[]}')
  })
})
afterAll(async () => {
  await Promise.all(banks.map(closeBank))
  await server.stop()
  http.closeAllConnections()
  await new Promise(resolve => http.close(resolve))
  rmSync(directory, { recursive: true, force: true })
})

/** A bank in a process without any CRL yet. */
function connectAnew() {
  const seenChecks: string[] = []
  const baseUrl = `https://19870.sandbox.localhost:${server.port}`
  const bank = createBank({
    code: '19870',
    baseUrl,
    screensUrl: baseUrl,
    version: '1.6.2',
    clientId: 'c',
    pkce: true,
    seal: { signer: testSigner, keyId: 'https://tpp.test/x_00' },
    tls: { cert: read('tpp/qwac.pem'), key: read('tpp/qwac.key'), ca: read('ca.pem') },
    certificates: { ...stapleOnly, lists: createRevocationLists(), seen: ({ checked }) => seenChecks.push(checked) },
  })
  banks.push(bank)
  return { seenChecks, call: () => listAccounts(bank, aispToken('19870', 'a'), { presence }) }
}

test('a bank with a revoked certificate gets no request', async () => {
  const before = connectAnew()
  await expect(before.call()).resolves.toMatchObject({ accounts: [] })
  await revokeCertificate(directory, read('bank/server.pem'))
  const after = connectAnew()
  await expect(after.call()).rejects.toMatchObject({ kind: 'certificate_revoked', sent: 'no' })
  expect([before.seenChecks, after.seenChecks, server.seen.length]).toEqual([['list'], ['revoked'], 1])
})
