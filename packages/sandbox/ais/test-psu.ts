import { routes } from '#sandbox/interface/routes.ts'
import { dayOf, isoOf } from '#sandbox/people/days.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import type { Settings } from '#sandbox/settings.ts'
import { accountsOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import { findPerson } from '#sandbox/store/people.ts'
import { openTestSandbox } from '#sandbox/test-store.ts'
import type { Answer, Exchange } from '#sandbox/wire/exchange.ts'
import { Refusal } from '#sandbox/wire/refuse.ts'
import { renderRefusal } from '#sandbox/wire/render.ts'
import { buildRouter } from '#sandbox/wire/router.ts'
import type { ShownRows, TestAnswerBody } from '#sandbox/wire/test-answer.ts'
import { knowsSubscriber } from './psu.ts'

export const base = '/stet/psd2/v1.6.2'
export const base142 = '/stet/psd2/v1.4.2'

export type TestAnswer = {
  status: number
  body: TestAnswerBody
  headers: Readonly<Record<string, string>>
  code: string | null
}

/** The bank behind the authentication: calls start at `knowsSubscriber`. */
export type TestDesk = {
  readonly sandbox: Sandbox
  /** Sets the bank's clock (an instant, ISO 8601). */
  at(instant: string): void
  call(
    personId: string,
    method: string,
    target: string,
    more?: { body?: unknown; attended?: boolean; tppId?: string; raw?: string; contentType?: string },
  ): TestAnswer
  get(personId: string, target: string, more?: { attended?: boolean; tppId?: string }): TestAnswer
  consent(personId: string, body?: Record<string, unknown>, tppId?: string): TestAnswer
  accounts(personId: string): PersonAccount[]
}

/** Opens a bank in memory; by default it is 21 November 2026, 10:00 in Paris. */
export async function openTestDesk(settings: Partial<Settings> = {}): Promise<TestDesk> {
  let now = new Date('2026-11-21T09:00:00Z')
  const sandbox = await openTestSandbox(settings, { realNow: () => now })
  const router = buildRouter(routes)
  const call: TestDesk['call'] = (personId, method, target, more = {}) => {
    const [path = ''] = target.split('?')
    const match = router(method, path)
    if (match.found !== 'endpoint') throw new Error(`no endpoint ${method} ${path}`)
    const text = more.raw ?? (more.body === undefined ? '' : JSON.stringify(more.body))
    const exchange: Exchange = {
      sandbox,
      bankCode: findPerson(sandbox.db, personId)?.bankCode ?? '',
      method,
      path,
      target,
      params: match.params,
      query: new URLSearchParams(target.slice(path.length + 1)),
      headers: new Headers({ 'content-type': more.contentType ?? 'application/json' }),
      body: Buffer.from(text),
      certificate: null,
      version: path.startsWith(base142) ? '1.4.2' : '1.6.2',
      attended: more.attended ?? true,
      grant: grantOf(personId, more.tppId ?? 'tpp-1', now),
    }
    return run(exchange, match.endpoint.steps.slice(match.endpoint.steps.indexOf(knowsSubscriber)), now)
  }
  const accounts = (personId: string) => accountsOf(sandbox.db, personId)
  return {
    sandbox,
    at(instant) {
      now = new Date(instant)
    },
    call,
    get: (personId, target, more) => call(personId, 'GET', `${base}${target}`, more ?? {}),
    consent(personId, body = {}, tppId = 'tpp-1') {
      const all = [...new Set(accounts(personId).map(account => account.iban))].map(iban => ({ iban }))
      const everything = { balances: all, transactions: all, owners: all, overdrafts: all }
      const whole = { ...everything, psuIdentity: true, trustedBeneficiaries: false, ...body }
      return call(personId, 'PUT', `${base}/consents`, { body: whole, tppId })
    },
    accounts,
  }
}

function run(exchange: Exchange, steps: readonly ((exchange: Exchange) => unknown)[], now: Date): TestAnswer {
  try {
    for (const step of steps) {
      const answer = step(exchange)
      if (answer) return toTestAnswer(answer as Answer)
    }
    throw new Error('no step answered')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return toTestAnswer(renderRefusal(error, exchange.path, now))
  }
}

function toTestAnswer({ status, headers = {}, body }: Answer): TestAnswer {
  const plain: TestAnswerBody = JSON.parse(JSON.stringify(body ?? null))
  return { status, headers, body: plain, code: status >= 400 ? String(plain.message) : null }
}

function grantOf(personId: string, tppId: string, now: Date): NonNullable<Exchange['grant']> {
  return {
    pairId: 'pair',
    bankCode: '',
    personId,
    clientId: 'client',
    organisationId: 'PSDFR-ACPR-10001',
    tppId,
    scope: 'aisp',
    scaAt: now,
    issuedAt: now,
    accessHash: '',
    accessExpiresAt: now,
    revokedAt: null,
    revokedBecause: null,
  }
}

/** `YYYY-MM-DD`, some days later. */
export const daysFrom = (day: string, days: number): string => isoOf(dayOf(day) + days)

type ListsOfRows = { readonly [K in keyof ShownRows]: readonly ShownRows[K][] }

/** Follows `next` from a first target and collects the rows of every page. */
export function walk<K extends keyof ShownRows>(
  desk: TestDesk,
  personId: string,
  target: string,
  rows: K,
): ShownRows[K][] {
  const found: ShownRows[K][] = []
  let next: string | null = `${base}${target}`
  while (next !== null) {
    const answer = desk.call(personId, 'GET', next)
    if (answer.status !== 200) throw new Error(`${next} answered ${answer.status}`)
    const page: Pick<ListsOfRows, K> = answer.body
    found.push(...page[rows])
    next = answer.body._links.next?.href ?? null
  }
  return found
}
