import { lookupLoopback } from '@guichet/stet/lookup.ts'
import { Agent } from 'undici'
import { openVisitor } from '#testing/visitor.ts'
import type { Person } from './customers.ts'

/**
 * A customer of the bank with a browser that supports cookies and forms but no scripts. It uses the bank's real screens, so a
 * passing test shows that they work without JavaScript.
 */
export type Decision = 'approve' | 'refuse'

type Page = { readonly url: URL; readonly status: number; readonly text: string }

/**
 * Signs a person in at the bank, completes the strong authentication, decides, and returns the address to which the bank
 * redirects the browser. Throws if the bank shows its own page instead, with that page's heading.
 */
export async function authorizeAs(person: Person, authorizeUrl: URL, decision: Decision): Promise<URL> {
  const browser = openBrowser()
  try {
    let page = await browser.get(authorizeUrl)
    page = await browser.submit(page, 'identifier', { identifier: person.identifier })
    page = await browser.submit(page, 'password', { password: person.password })
    page = await browser.submit(page, 'code', { code: readCode(page) })
    await browser.submit(page, decision, {})
    throw new Error(`the bank did not send the browser back: ${headingOf(page)}`)
  } catch (error) {
    if (error instanceof SentBack) return error.callback
    throw error
  } finally {
    await browser.close()
  }
}

/** The bank redirected the browser to another host: back to us. */
class SentBack extends Error {
  readonly callback: URL

  constructor(callback: URL) {
    super('sent back')
    this.callback = callback
  }
}

export function openBrowser() {
  const agent = new Agent({ connect: { lookup: lookupLoopback } })
  const { ask, form: post } = openVisitor(agent)
  async function visit(url: URL, form: Readonly<Record<string, string>> | null, home: string): Promise<Page> {
    const headers = { origin: url.origin }
    const { status, text, location } = await (form === null ? ask('GET', url, { headers }) : post(url, form, headers))
    if (status < 300 || status > 399) return { url, status, text }
    const next = new URL(location, url)
    if (!isSameSite(next, home)) throw new SentBack(next)
    return visit(next, null, home)
  }
  return {
    get: (url: URL) => visit(url, null, url.hostname),
    submit: (page: Page, action: string, fields: Readonly<Record<string, string>>) => {
      const form = findForm(page, action)
      return visit(form.url, { ...form.hidden, ...fields }, page.url.hostname)
    },
    close: () => agent.close(),
  }
}

/** The interface's host and the screens' host of one bank are one site; ports are ignored. */
function isSameSite(url: URL, home: string): boolean {
  return url.hostname === home
}

function findForm(page: Page, action: string): { url: URL; hidden: Record<string, string> } {
  for (const [form, attributes = '', inner = ''] of page.text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)) {
    const target = /\baction="([^"]*)"/.exec(attributes)?.[1]
    if (form === '' || target === undefined || !target.endsWith(`/${action}`)) continue
    return { url: new URL(unescapeHtml(target), page.url), hidden: readHidden(inner) }
  }
  throw new Error(`no form to ${action} on the bank's page (${page.status}): ${headingOf(page)}`)
}

function readHidden(inner: string): Record<string, string> {
  const fields = [...inner.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]): [string, string] => [
    unescapeHtml(/\bname="([^"]*)"/.exec(input)?.[1] ?? ''),
    unescapeHtml(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? ''),
  ])
  return Object.fromEntries(fields)
}

function readCode(page: Page): string {
  const shown = /data-testid="otp-code"[^>]*>([^<]*)</.exec(page.text)?.[1]
  if (shown === undefined) throw new Error(`no one-time code on the bank's page: ${headingOf(page)}`)
  return shown.replace(/\D/g, '')
}

function headingOf(page: Page): string {
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(page.text)?.[1] ?? page.text.slice(0, 200)
  return unescapeHtml(heading.replace(/<[^>]*>/g, '')).trim()
}

function unescapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
