import type { PageData } from '#tour/page.ts'
import type { Person } from '#tour/story.ts'
import { make } from './make.ts'
import type { Mail } from './phone.ts'

/** What the bank's control desk says about a person. */
export type Inside = {
  readonly about: {
    readonly accounts: readonly { readonly id: string; readonly iban: string; readonly name: string }[]
  }
  readonly permissions: {
    readonly grants: readonly {
      readonly scope: string
      /** As the bank keeps the token. */
      readonly accessHash: string
      readonly accessExpiresAt: string
      readonly refreshExpiresAt: string | null
      readonly state: string
    }[]
    readonly consents: readonly Consent[]
  }
  /** Ids of the faults in force. */
  readonly faults: readonly string[]
  /** What Guichet sent to the person since the chapter began, oldest first. */
  readonly mails: readonly Mail[]
  /** What Guichet told the shop since the chapter began, oldest first. */
  readonly told: readonly { readonly id: string; readonly type: string; readonly amount: string }[]
  /** The time of both clocks. */
  readonly now: string
  /** Of this page's people since the chapter began, newest first. */
  readonly payments: readonly {
    readonly status: string
    readonly reason: string | null
    readonly creditorName: string
    readonly instructions: readonly {
      readonly amount: string
      readonly currency: string
      readonly status: string | null
    }[]
  }[]
  readonly quota: {
    readonly quota: readonly { readonly resource: string; readonly calls: number; readonly limit: number }[]
  }
}
const kinds = ['balances', 'transactions', 'owners', 'overdrafts'] as const
type Consent = Readonly<Record<(typeof kinds)[number], readonly string[]>> & { readonly psuIdentity: boolean }

/** The bank's own books about the person since the chapter began: payments, consent, tokens and the day's unattended readings. */
export function drawInside(inside: Inside, person: Person, data: PageData): HTMLElement[] {
  const { about, permissions, quota } = inside
  const { words: t } = data
  const [newest] = inside.payments
  const payment = section(t.payment, newest ? drawPayment(newest, data) : [soft(t.noPayment)])
  if (person.payPath !== '') return [payment]
  const counted = section(
    t.quota,
    quota.quota.length === 0
      ? [soft(t.noQuota)]
      : quota.quota.map(({ resource, calls, limit }) =>
          make('p', { class: 'quota' }, [
            make('span', {}, sayResource(resource, about.accounts, data)),
            make('b', {}, t.quotaOf.replace('{used}', String(calls)).replace('{limit}', String(limit))),
          ]),
        ),
  )
  return [
    ...(newest ? [payment] : []),
    // On a day on which it counts, the count is what the chapter is about.
    ...(quota.quota.length > 0 ? [counted] : []),
    section(
      t.consent,
      permissions.consents.length === 0
        ? [soft(t.noConsent)]
        : permissions.consents.map(consent => drawConsent(consent, about.accounts, data)),
    ),
    section(
      t.tokens,
      permissions.grants.length === 0
        ? [soft(t.noTokens)]
        : permissions.grants.map(grant =>
            make('p', { class: `token ${grant.state}` }, sayGrant(grant, inside.now, data)),
          ),
    ),
    ...(quota.quota.length === 0 ? [counted] : []),
  ]
}

/** Until when the tokens of a grant work, or since when they no longer do. */
function sayGrant({ accessExpiresAt, refreshExpiresAt }: Grant, now: string, data: PageData): HTMLElement[] {
  const { words: t } = data
  const access = accessExpiresAt > now ? t.tokenUntil.replace('{time}', time(accessExpiresAt, data)) : t.tokenOver
  if (refreshExpiresAt === null) return [make('span', {}, access)]
  const sca = refreshExpiresAt > now ? t.scaUntil : t.scaOver
  return [make('span', {}, access), make('span', {}, sca.replace('{day}', day(refreshExpiresAt, data)))]
}
type Grant = Inside['permissions']['grants'][number]

/** `balances of <id>` as whoever reads the books would say it. */
function sayResource(resource: string, accounts: Inside['about']['accounts'], { words: t }: PageData): string {
  const [kind = '', id = ''] = resource.split(' of ')
  const said = Object.hasOwn(t.resources, kind) ? t.resources[kind as keyof typeof t.resources] : kind
  const iban = accounts.find(one => one.id === id)?.iban ?? ''
  return iban === '' ? said : `${said} •••• ${iban.slice(-4)}`
}

type Payment = Inside['payments'][number]

function drawPayment({ status, reason, creditorName, instructions }: Payment, data: PageData): HTMLElement[] {
  const { words: t } = data
  const [one] = instructions
  const reached = stages.indexOf(status as (typeof stages)[number])
  const isRefused = status === 'RJCT'
  const isOver = isRefused || status === 'CANC'
  const amount = one ? sayMoney(one.amount, one.currency, data) : ''
  const shown = isRefused
    ? [...stages.slice(0, 1), 'RJCT' as const]
    : status === 'CANC'
      ? [...stages.slice(0, 3), 'CANC' as const]
      : stages
  return [
    make('p', { class: 'paid' }, [make('span', {}, creditorName), make('b', {}, amount)]),
    make(
      'ol',
      { class: 'stages' },
      shown.map((stage, at) =>
        make(
          'li',
          { class: stage === 'RJCT' || stage === 'CANC' ? 'refused' : isOver || at <= reached ? 'on' : 'off' },
          [
            make('code', {}, stage),
            t.stages[stage],
            stage === 'RJCT' && reason !== null ? make('code', {}, reason) : '',
          ],
        ),
      ),
    ),
  ]
}

const stages = ['PDNG', 'ACTC', 'ACSP', 'ACSC'] as const

/** A row for each kind of data, a column for each account: a projector has no room for five columns. */
function drawConsent(consent: Consent, accounts: Inside['about']['accounts'], { words: t }: PageData): HTMLElement {
  const shown = accounts.filter(({ iban }) => iban !== '')
  const head = make('tr', {}, [
    make('th', { scope: 'col' }, t.accountsOf),
    ...shown.map(({ iban, name }) => make('th', { scope: 'col' }, [make('small', {}, name), `•••• ${iban.slice(-4)}`])),
  ])
  const rows = kinds.map(kind =>
    make('tr', {}, [
      make('th', { scope: 'row' }, t.kinds[kind]),
      ...shown.map(({ id, iban }) => tick(consent[kind].includes(iban) || consent[kind].includes(id))),
    ]),
  )
  const ofPerson = tick(consent.psuIdentity, String(shown.length))
  const identity = make('tr', {}, [make('th', { scope: 'row' }, t.identity), ofPerson])
  return make('table', {}, [make('thead', {}, [head]), make('tbody', {}, [...rows, identity])])
}

function tick(isOn: boolean, colspan = '1'): HTMLElement {
  return make('td', { class: isOn ? 'on' : 'off', colspan }, isOn ? '✓' : '–')
}

const section = (title: string, content: readonly HTMLElement[]) =>
  make('section', {}, [make('h3', {}, title), ...content])
const soft = (text: string) => make('p', { class: 'soft' }, text)
const inParis = (at: string, how: Intl.DateTimeFormatOptions, { words }: PageData) =>
  new Date(at).toLocaleString(words.locale, { timeZone: 'Europe/Paris', ...how })
const time = (at: string, data: PageData) => inParis(at, { hour: '2-digit', minute: '2-digit' }, data)
const day = (at: string, data: PageData) => inParis(at, { dateStyle: 'long' }, data)
export const sayMoment = (at: string, data: PageData) => inParis(at, { dateStyle: 'long', timeStyle: 'short' }, data)
export const sayMoney = (amount: string, currency: string, { words }: PageData) =>
  new Intl.NumberFormat(words.locale, { style: 'currency', currency }).format(Number(amount))
