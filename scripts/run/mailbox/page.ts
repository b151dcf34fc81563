import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { isOwnHost } from '#lib/domain/requests/own-host.ts'
import type { MailStore, ShownMail, StoredMail } from './store.ts'

/**
 * Shows the mails of the demonstration, and returns them as JSON for tests. A mail is shown in a frame that may only open its
 * links. Under a host name that is neither this machine's nor that of `appUrl` it shows nothing, because mails contain
 * invitations (C59).
 */
export function createMailboxPage(store: MailStore, appUrl: string): Hono {
  const app = new Hono()
  app.use(async (call, next) => {
    for (const [name, value] of Object.entries(securityHeaders)) call.header(name, value)
    if (!isOwnHost(call.req.header('host'), appUrl))
      return call.text('421 This is the mailbox of Guichet: ask for it as localhost.', 421)
    await next()
  })
  app.get('/healthz', call => call.json({ ok: true }))
  app.get('/mailbox.css', call => call.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/', async call => call.html(showList(await store.list())))
  app.get('/api/mails', async call => {
    const to = call.req.query('to')?.toLowerCase()
    const mails = await store.list()
    return call.json(mails.filter(mail => to === undefined || mail.to.toLowerCase() === to))
  })
  app.get('/mails/:id', async call => {
    const mail = await store.find(call.req.param('id'))
    return mail ? call.html(showMail(mail)) : call.html(showNothing(), 404)
  })
  app.get('/mails/:id/body', async call => {
    const mail = await store.find(call.req.param('id'))
    call.header('content-security-policy', bodyPolicy)
    return mail ? call.html(openLinksOutside(showImages(mail))) : call.html(showNothing(), 404)
  })
  app.notFound(call => call.html(showNothing(), 404))
  return app
}

const style = readFileSync(new URL('mailbox.css', import.meta.url), 'utf8')

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** A mail has its own style and images; scripts, forms and remote content are blocked. */
const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** The HTML of a mail with the images that came in it. */
function showImages({ html: body, images }: ShownMail): string {
  return body.replace(/"cid:([^"]*)"/g, (address, cid: string) => `"${images.get(cid) ?? address.slice(1, -1)}"`)
}

function openLinksOutside(body: string): string {
  return body.replace(/<head>/i, '<head><base target="_blank">')
}

function frame(title: string, lead: unknown, content: unknown) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/mailbox.css">
</head>
<body>
<header><h1>${title}</h1><p class="soft">${lead}</p></header>
<main>${content}</main>
</body>
</html>`
}

function showList(mails: readonly StoredMail[]) {
  const lead = 'Every mail that Guichet sent here. Nothing leaves this computer.'
  if (mails.length === 0) return frame('Mailbox', lead, html`<p>No mail yet.</p>`)
  return frame(
    'Mailbox',
    lead,
    html`<ul class="sheet">${mails.map(
      ({ id, subject, to, at }) =>
        html`<li><a class="mail" href="/mails/${id}"><strong>${subject}</strong>${time(at)}<span class="soft">${to}</span></a></li>`,
    )}</ul>`,
  )
}

function time(at: string) {
  return html`<time datetime="${at}">${new Date(at).toLocaleString('en-GB', { timeZone: 'Europe/Paris' })}</time>`
}

function showMail(mail: StoredMail) {
  return frame(
    mail.subject,
    html`<a href="/">All mails</a>`,
    html`<div class="sheet"><dl>
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to}</dd>
<dt>Arrived</dt><dd>${time(mail.at)}</dd>
<dt>Message-ID</dt><dd>${mail.messageId}</dd>
</dl></div>
<h2>As HTML</h2>
<div class="sheet"><iframe title="The mail as HTML" src="/mails/${mail.id}/body"></iframe></div>
<h2>As plain text</h2>
<div class="sheet"><pre${mail.language === 'fr' ? html` lang="fr"` : ''}>${withLinks(mail.text)}</pre></div>`,
  )
}

/** Text with its addresses as links; the template escapes everything. */
function withLinks(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part))
}

function showNothing() {
  return frame('No such mail', html`<a href="/">All mails</a>`, '')
}
