import { type Answer, send } from './bank.ts'
import type { Mailbox } from './mailbox.ts'
import type { Language } from './story.ts'

/** A signed-in visit to Guichet without a browser, to put a chapter's data in place. */
export type Visit = {
  get(path: string): Promise<Answer>
  /** Sends a form; the address of the redirect that answers it. Throws if the answer is none. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<string>
  /** Sends JSON to a route of Guichet's pages. Throws for a refusal. */
  post(path: string, body: unknown, method?: 'POST' | 'PUT' | 'DELETE'): Promise<unknown>
}

/** Signs in at Guichet on this machine. Throws if the password is refused. */
export async function visitGuichet(port: number, { email, password }: Account): Promise<Visit> {
  const visit = openVisit(port)
  const landed = await visit.submit('/signin/start', { email, password, next: '/home' })
  if (!new URL(landed, `http://localhost:${port}`).pathname.startsWith('/home'))
    throw new Error(`Guichet did not sign in ${email}`)
  return visit
}

export type Account = { readonly email: string; readonly password: string }

/** Makes an account as anybody would: the form, then the link in the mail. The visit is signed in. Throws where Guichet refuses, or sends its mails elsewhere. */
export async function signUpAtGuichet(
  port: number,
  mailbox: Mailbox,
  who: Account & { readonly name: string; readonly locale: Language },
): Promise<Visit> {
  const visit = openVisit(port)
  const { name, email, password, locale } = who
  await visit.submit('/signup/start', { name, email, password, locale, next: '/home' })
  await visit.submit('/email/confirm/start', { token: await mailbox.awaitToken(email, '/email/confirm') })
  return visit
}

/** How Guichet's database keeps the tokens of people, by column. */
export async function readStored(port: number, emails: readonly string[]): Promise<unknown> {
  const path = `/demonstration/stored?${new URLSearchParams(emails.map(email => ['email', email]))}`
  const { body } = await send({ host: '127.0.0.1', port, method: 'GET', path, headers: { host: `localhost:${port}` } })
  return JSON.parse(body)
}

/** A browser in which nobody is signed in yet. */
function openVisit(port: number): Visit {
  const cookies = new Map<string, string>()
  const host = `localhost:${port}`
  const go = async (method: string, path: string, type: string, body: string): Promise<Answer> => {
    const headers = {
      host,
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Guichet guided tour',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const answer = await send({ host: '127.0.0.1', port, method, path, headers }, body)
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0(;|$)/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const visit: Visit = {
    get: path => go('GET', path, 'text/plain', ''),
    submit: async (path, fields) => {
      const form = new URLSearchParams(fields).toString()
      const { status, headers } = await go('POST', path, 'application/x-www-form-urlencoded', form)
      if (status !== 303 && status !== 302) throw new Error(`Guichet answered ${status} to ${path}`)
      return String(headers.location)
    },
    post: async (path, body, method = 'POST') => {
      const answer = await go(method, path, 'application/json', JSON.stringify(body))
      if (answer.status >= 400) throw new Error(`Guichet answered ${answer.status} to ${path}: ${answer.body}`)
      return answer.body === '' ? null : JSON.parse(answer.body)
    },
  }
  return visit
}
