import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openLocal } from '#testing/local-http.ts'
import { compressStatic, serveStatic } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'guichet-static-'))
const script = 'console.log("Bonjour");'.repeat(200)
const local = openLocal(() => {
  writeFileSync(join(folder, 'a.js'), script)
  writeFileSync(join(folder, 'font.woff2'), 'font')
  compressStatic(folder)
  writeFileSync(join(folder, 'later.js'), script)
  return serveStatic((_request, response) => response.end('framework'), folder)
})

afterAll(() => rmSync(folder, { recursive: true }))

const ask = (path: string, encodings: string | undefined, method = 'GET') =>
  local(path, { method, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

test('a script comes compressed, for a year', async () => {
  const { headers, body } = await ask('/_next/static/a.js', 'gzip, deflate, br')
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'content-encoding': 'br',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(brotliDecompressSync(body).toString()).toBe(script)
})

test('HEAD has the headers without the body', async () => {
  const { headers, body } = await ask('/_next/static/a.js', 'br;q=1.0', 'HEAD')
  expect(Number(headers['content-length'])).toBeGreaterThan(0)
  expect(body).toHaveLength(0)
})

test.each([
  ['a client that does not read Brotli', '/_next/static/a.js', 'gzip, deflate'],
  ['a client that refuses Brotli', '/_next/static/a.js', 'gzip, br;q=0'],
  ['a client that says nothing', '/_next/static/a.js', undefined],
  ['what can’t be compressed', '/_next/static/font.woff2', 'br'],
  ['a file that the build did not compress', '/_next/static/later.js', 'br'],
  ['the compressed file by its name', '/_next/static/a.js.br', 'br'],
  ['a path above the folder', '/_next/static/../a.js', 'br'],
  ['a page', '/home', 'br'],
])('the framework answers %s', async (_, path, encodings) => {
  expect((await ask(path, encodings)).body.toString()).toBe('framework')
})

test('the framework answers what is posted', async () => {
  expect((await ask('/_next/static/a.js', 'br', 'POST')).body.toString()).toBe('framework')
})
