import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paintFirst } from './paint-first.ts'

const script = (name: string) => `<script src="/_next/static/chunks/${name}.js" async="" nonce="n0"></script>`
const head = `<head><title>é</title>${script('a')}${script('b')}</head>`
const body = '<script src="/_next/static/chunks/main.js" nonce="n0" async=""></script>'
let server: Server

beforeAll(async () => {
  const handle = paintFirst((request, response) => {
    response.setHeader('content-type', request.url === '/data' ? 'application/json' : 'text/html; charset=utf-8')
    if (request.url === '/short') return response.setHeader('content-length', Buffer.byteLength(head)).end(head)
    if (request.url === '/unrendered') return response.end(`<html id="__next_error__">${head}`)
    response.write(Buffer.from(head))
    response.end(body)
  })
  server = createServer(handle)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
})

afterAll(() => server.close())

function ask(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo
  return new Promise((done, failed) => {
    const asked = get({ host: '127.0.0.1', port, path }, async answer =>
      done(Buffer.concat(await answer.toArray()).toString()),
    )
    asked.on('error', failed)
  })
}

test('the scripts of the head are not requested by the page itself, but by one script with its nonce', async () => {
  const page = await ask('/')
  expect(page).toContain('<script type="late" src="/_next/static/chunks/a.js" nonce="n0"></script>')
  expect(page).toContain('<script type="late" src="/_next/static/chunks/b.js" nonce="n0"></script>')
  expect(page.match(/<script nonce="n0">/g)).toHaveLength(1)
  expect(page.indexOf('<script nonce="n0">')).toBeLessThan(page.indexOf('type="late"'))
})

test('the rest of a page is unchanged', async () => {
  const page = await ask('/')
  expect(page).toContain('<title>é</title>')
  expect(page.endsWith(body)).toBe(true)
})

test('a page whose length was known is sent whole', async () => {
  expect((await ask('/short')).endsWith('</head>')).toBe(true)
})

test('a page that its scripts render does not wait for a paint', async () => {
  expect(await ask('/unrendered')).toBe(`<html id="__next_error__">${head}`)
})

test('what is no page is unchanged', async () => {
  expect(await ask('/data')).toBe(head + body)
})
