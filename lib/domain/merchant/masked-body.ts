import { maskIban, maskIbansIn } from '@guichet/values/money/iban-text.ts'
import { maskName } from '#lib/domain/people/mask-name.ts'
import { maskAddress } from '#lib/domain/requests/peer.ts'

/** As the API log keeps them: no names, IBANs, mail addresses and secrets, limited in size. */

/** UTF-16 code units. */
export const longestBody = 4_000
const longestText = 300
const longestPath = 300
const maxItems = 3
const maxMembers = 40
const deepest = 6

/** Whatever they contain. */
const maskOfMember: ReadonlyMap<string, (text: string) => string> = new Map([
  ['iban', maskIban],
  ['creditor_iban', maskIban],
  ['debtor_iban', maskIban],
  ['creditor_name', maskName],
  ['email', maskMail],
  ['secret', () => '•••'],
  ['address', maskAddress],
  ['url', maskQuery],
  ['return_url', maskQuery],
  ['cancel_url', maskQuery],
  ['redirect_url', maskQuery],
  ['authorise_url', maskQuery],
])
const named: readonly string[] = ['creditor', 'payer', 'beneficiary']

export function maskedBody(body: unknown): string | null {
  if (body === undefined || body === null) return null
  const text = JSON.stringify(masked(body, '', '', 0))
  return text.length > longestBody ? `${text.slice(0, longestBody).toWellFormed()}…` : text
}

export function maskedPath(path: string): string {
  const [, query] = path.split('?')
  const bare = path.split('?')[0] ?? ''
  const plain = query === undefined ? bare : `${bare}?${decoded(query)}`
  return maskedText(plain).slice(0, longestPath).toWellFormed()
}

function decoded(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join('&')
}

function masked(value: unknown, name: string, parent: string, depth: number): unknown {
  if (typeof value === 'string') return maskedMember(value, name, parent)
  if (value === null || typeof value !== 'object') return value
  if (depth >= deepest) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map(item => masked(item, name, parent, depth + 1))
    return value.length > maxItems ? [...items, `… ${value.length - maxItems} more`] : items
  }
  const members = Object.entries(value)
    .slice(0, maxMembers)
    .map(([member, inner]) => [maskedText(member), masked(inner, member, name, depth + 1)])
  return Object.fromEntries(members)
}

function maskedMember(whole: string, name: string, parent: string): string {
  const text = shortened(whole)
  if (name === 'name' && named.includes(parent)) return maskName(text)
  return maskOfMember.get(name)?.(text) ?? maskedText(text)
}

const secrets = /\b(gk_(?:test|live)_|whsec_)[A-Za-z0-9+/_=-]{8,}/g
const mails = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g

/** Cut before anything looks at it. */
function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText).toWellFormed()}…` : text
}

function maskedText(text: string): string {
  return maskIbansIn(shortened(text).replace(secrets, '$1•••').replace(mails, maskMail))
}

function maskMail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? '•••' : `•••${address.slice(at)}`
}

/** Query values may be secrets. */
function maskQuery(url: string): string {
  return maskedText(url.replace(/([?&][^?=&#]*=)[^&#]*/g, '$1•••').replace(/#.*$/s, ''))
}
