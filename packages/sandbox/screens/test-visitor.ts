import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { catalogue } from '#sandbox/people/catalogue.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { createScreensServer } from '#sandbox/screens-server.ts'
import type { Settings } from '#sandbox/settings.ts'
import { type Application, saveApplication } from '#sandbox/store/applications.ts'
import { addPerson, changePersonStatus, schema } from '#sandbox/store/people.ts'
import { openTestSandbox } from '#sandbox/test-store.ts'
import { listen } from '#sandbox/wire/listen.ts'
import { exchange, type RawAnswer } from '#sandbox/wire/test-exchange.ts'

export const callbackUri = 'https://tpp.example/cb'
export const authorizePath = '/stet/psd2/oauth/authorize'

/** A bank with its customers, one registered TPP and a clock to move, for the tests of the screens. */
export type TestBank = {
  readonly sandbox: Sandbox
  readonly port: number
  /** Moves the bank's clock. */
  pass(ms: number): void
  readonly logged: Record<string, unknown>[]
  close(): Promise<void>
}

/** A test bank in memory on a free port; `names` are the TPP's own. */
export async function openTestBank(
  names: { softwareId?: string; legalName?: string } = {},
  settings: Partial<Settings> = {},
): Promise<TestBank> {
  const logged: Record<string, unknown>[] = []
  let aheadMs = 0
  const sandbox = await openTestSandbox(settings, {
    log: event => logged.push(event),
    realNow: () => new Date(Date.parse('2026-11-21T09:00:00Z') + aheadMs),
  })
  sandbox.db.exec(schema)
  for (const person of catalogue) addPerson(sandbox.db, person, person.password)
  const [first] = catalogue
  if (first) addPerson(sandbox.db, { ...first, id: 'gone', identifier: '10029999' }, '999999')
  changePersonStatus(sandbox.db, 'gone', 'terminated')
  registerTpp(sandbox, names)
  const server = createScreensServer(sandbox)
  const port = await listen(server, '127.0.0.1', 0, 'TEST')
  return {
    sandbox,
    port,
    logged,
    pass: ms => {
      aheadMs += ms
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      sandbox.close()
      rmSync(sandbox.settings.dataDir, { recursive: true, force: true })
    },
  }
}

function registerTpp(sandbox: Sandbox, names: { softwareId?: string; legalName?: string }): void {
  const members = {
    client_name: names.legalName ?? 'Other TPP SARL',
    software_id: names.softwareId ?? 'Other',
    redirect_uris: [callbackUri, 'https://tpp.example/pay'],
    scope: 'aisp,pisp',
  }
  const application: Application = {
    clientId: 'tpp-1',
    organisationId: 'PSDFR-ACPR-99999',
    tppId: 'PSDFR-ACPR-99999',
    name: members.client_name,
    softwareId: members.software_id,
    redirectUris: members.redirect_uris,
    scopes: ['aisp', 'pisp'],
    kid: 'kid',
    certificatePem: '',
    issuedAt: sandbox.clock.now(),
    members,
  }
  saveApplication(sandbox.db, application, 'hash')
}

export type Page = RawAnswer & { readonly location: string }

/** A browser that stores cookies by path, follows no redirect by itself and can be at any host. */
export class Visitor {
  readonly cookies = new Map<string, { value: string; path: string }>()
  readonly bank: TestBank
  readonly host: string

  constructor(bank: TestBank, host = '19870.sandbox.localhost') {
    this.bank = bank
    this.host = host
  }

  async send(
    method: string,
    path: string,
    options: { form?: Record<string, string>; text?: string; headers?: Record<string, string> } = {},
  ): Promise<Page> {
    const body = options.form ? new URLSearchParams(options.form).toString() : (options.text ?? '')
    const headers = {
      host: `${this.host}:${this.bank.port}`,
      cookie: this.cookieHeader(path),
      'accept-language': 'fr',
      ...(options.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...options.headers,
    }
    const outgoing = request({ host: '127.0.0.1', port: this.bank.port, method, path, headers, agent: false })
    const page = await exchange(outgoing, body)
    for (const line of page.headers.getSetCookie()) this.keep(line)
    return { ...page, location: page.headers.get('location') ?? '' }
  }

  get(path: string, headers?: Record<string, string>): Promise<Page> {
    return this.send('GET', path, headers ? { headers } : {})
  }

  private cookieHeader(path: string): string {
    const mine = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    return mine.map(([key, cookie]) => `${key.split(' ')[0]}=${cookie.value}`).join('; ')
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /;\s*Path=([^;]*)/i.exec(line)?.[1] ?? '/'
    if (/Max-Age=0/i.test(line)) this.cookies.delete(`${name} ${path}`)
    else this.cookies.set(`${name} ${path}`, { value, path })
  }
}

/** The address to which a TPP redirects the customer. */
export function authorizeUrl(change: Record<string, string | null> = {}): string {
  const query = new URLSearchParams()
  const values: Record<string, string | null> = {
    response_type: 'code',
    client_id: 'tpp-1',
    redirect_uri: callbackUri,
    scope: 'aisp',
    state: 'state-1',
    ...change,
  }
  for (const [name, value] of Object.entries(values)) if (value !== null) query.set(name, value)
  return `${authorizePath}?${query}`
}

/** A customer's visit: the current page, and the buttons they press. */
export class Walk {
  readonly visitor: Visitor
  readonly path: string

  constructor(visitor: Visitor, path: string) {
    this.visitor = visitor
    this.path = path
  }

  static async begin(visitor: Visitor, change: Record<string, string | null> = {}): Promise<Walk> {
    const { location } = await visitor.get(authorizeUrl(change))
    return new Walk(visitor, location)
  }

  page(): Promise<Page> {
    return this.visitor.get(this.path)
  }

  /** Presses a button of the current page, unless an older `turn` is given. */
  async press(action: string, form: Record<string, string> = {}, turn?: string): Promise<Page> {
    const now = turn ?? (await this.turn())
    return this.visitor.send('POST', `${this.path}/${action}`, { form: { turn: now, ...form } })
  }

  async turn(): Promise<string> {
    return /name="turn" value="(\d+)"/.exec((await this.page()).text)?.[1] ?? '0'
  }

  async oneTimeCode(): Promise<string> {
    return /data-testid="otp-code">(\d{6})</.exec((await this.page()).text)?.[1] ?? ''
  }

  get id(): string {
    return this.path.split('/').at(-1) ?? ''
  }

  async text(): Promise<string> {
    return (await this.page()).text
  }

  async heading(): Promise<string | undefined> {
    return headingOf(await this.page())
  }

  async enter(identifier = '10020002', password = '135790'): Promise<Page> {
    await this.press('identifier', { identifier })
    return this.press('password', { password })
  }

  async pressCode(): Promise<Page> {
    return this.press('code', { code: await this.oneTimeCode() })
  }

  /** Goes to the approval screen, or to an earlier one. */
  async reach(step: 'identifier' | 'password' | 'code' | 'approval' | 'terminated'): Promise<void> {
    if (step === 'identifier') return
    if (step === 'terminated') return void (await this.enter('10029999', '999999'))
    await this.press('identifier', { identifier: '10020002' })
    if (step === 'password') return
    await this.press('password', { password: '135790' })
    if (step === 'approval') await this.pressCode()
  }
}

export const headingOf = ({ text }: Page): string | undefined => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]

/** What the bank tells the TPP in the address it sends the customer back to. */
export const answerOf = ({ location }: Page): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams)

export const codesIssued = ({ sandbox }: TestBank): number =>
  Number(sandbox.db.prepare('SELECT count(*) AS n FROM codes').get()?.n)

/** With plain spaces. */
export const plain = (text: string): string => text.replace(/[  ]/g, ' ')

/** A well-formed one-time code that is not the right one. */
export function wrongCode(right: string): string {
  return right === '000000' ? '111111' : '000000'
}

/** An id like those of authorizations, never issued. */
export function unguessable(): string {
  return randomBytes(32).toString('base64url')
}
