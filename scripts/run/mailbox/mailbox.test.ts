import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mail, MailNotSent, sendMail } from '#lib/mail.ts'
import { createMailboxPage } from './page.ts'
import { createMailServer } from './smtp.ts'
import { openMailStore } from './store.ts'

let folder: string
let server: SMTPServer
let page: Hono

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mailbox-'))
  const store = openMailStore(folder)
  server = createMailServer(store)
  page = createMailboxPage(store, 'https://guichet.example')
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  process.env.APP_URL = 'https://guichet.example'
})
afterAll(async () => {
  await new Promise<void>(done => server.close(done))
  rmSync(folder, { recursive: true })
})

const mail: Mail = {
  id: 'b4b0f5d2',
  to: 'lea@guichet.example',
  subject: 'Banque du Littoral\u202f: l’accès prend fin',
  text: 'Bonjour,\n\nhttps://guichet.example/connections/c1\n<script>alert(1)</script>',
  html: '<html><head><title>x</title></head><body><p>Bonjour</p></body></html>',
  language: 'fr',
}
type Read = { id: string; messageId: string; subject: string; text: string; language: string }
const ask = (path: string, host = 'localhost:8025') => page.request(path, { headers: { host } })
const read = async (query = ''): Promise<Read[]> => (await ask(`/api/mails${query}`)).json()

describe('a mail that is sent', () => {
  test('arrives unchanged, with an id that stays the same when it is resent', async () => {
    await sendMail(mail)
    await sendMail(mail)
    const [second, first] = await read('?to=lea@guichet.example')
    expect(first).toMatchObject({ subject: mail.subject, language: 'fr', messageId: '<b4b0f5d2@guichet.example>' })
    expect(first?.text.trim()).toBe(mail.text)
    expect(second?.messageId).toBe(first?.messageId)
    expect(await read('?to=somebody.else@guichet.example')).toEqual([])
  })

  test('is shown escaped, in a frame without scripts', async () => {
    const [newest] = await read()
    const shown = await ask(`/mails/${newest?.id}`)
    const text = await shown.text()
    expect(text).not.toContain('<script>')
    expect(text).toContain('<a href="https://guichet.example/connections/c1"')
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    const body = await ask(`/mails/${newest?.id}/body`)
    expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/)
    expect(await body.text()).toContain('<base target="_blank">')
    expect((await ask('/')).status).toBe(200)
  })

  test('shows the images that came with it, and no others', async () => {
    const html = '<p><img src="cid:logo@guichet" alt="Shop"><img src="cid:other" alt=""></p>'
    await sendMail({ ...mail, html, image: { cid: 'logo@guichet', png: new Uint8Array([1, 2, 3]) } })
    const [newest] = await read()
    const body = await ask(`/mails/${newest?.id}/body`)
    expect(await body.text()).toContain('<img src="data:image/png;base64,AQID" alt="Shop"><img src="cid:other" alt="">')
    expect(body.headers.get('content-security-policy')).toContain('img-src data:;')
    expect(newest).not.toHaveProperty('images')
  })

  test.each(['/mails/unknown', '/mails/..%2F..%2Fsecrets', '/mails/x/body', '/else'])('%s is not found', async path => {
    expect((await ask(path)).status).toBe(404)
  })
})

describe('a mail that is not accepted', () => {
  test('for good, if the server refuses it', async () => {
    const tooLong = { ...mail, text: 'x'.repeat(1_100_000) }
    const error = await sendMail(tooLong).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(MailNotSent)
    expect(error).toMatchObject({ final: true })
  })

  test('for good, if the address is unknown', async () => {
    const error = await sendMail({ ...mail, to: 'lea@nobody.invalid' }).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ name: 'MailNotSent', final: true })
    expect(await read('?to=lea@nobody.invalid')).toEqual([])
  })

  test('temporarily, if the server does not answer', async () => {
    const url = process.env.SMTP_URL
    process.env.SMTP_URL = 'smtp://127.0.0.1:1'
    await expect(sendMail(mail)).rejects.toMatchObject({ name: 'MailNotSent', final: false })
    process.env.SMTP_URL = url
  })
})

test('requested under another host name it shows nothing (C59)', async () => {
  for (const path of ['/', '/api/mails', '/mailbox.css', '/healthz']) {
    const answer = await ask(path, 'attacker.example:8025')
    expect([answer.status, await answer.text()]).toEqual([421, expect.stringContaining('ask for it as localhost')])
    for (const host of ['127.0.0.1:8025', '[::1]:8025', 'guichet.example'])
      expect((await ask(path, host)).status).toBe(200)
  }
})
