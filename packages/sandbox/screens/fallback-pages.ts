import { html } from 'hono/html'
import { balancesOf } from '#sandbox/ais/balances.ts'
import { isListedCard } from '#sandbox/ais/cards.ts'
import type { Bank } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { renderDocument, renderFacts, renderLanguageSwitch, renderLogo } from '#sandbox/html/layout.ts'
import { dayOf, isoOf } from '#sandbox/people/days.ts'
import { bankDay } from '#sandbox/people/today.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { accountsOf, ownersOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import {
  countEntries,
  dayOfPosition,
  type Entry,
  listEntries,
  positionOfDay,
  type Stretch,
} from '#sandbox/store/entries.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { FallbackVisit } from '#sandbox/store/visits.ts'
import { fill, otherLanguage, type Texts, texts } from '#sandbox/texts/catalogue.ts'
import { sayAmount, sayDay, sayIban } from './payment-words.ts'
import { codeScreen, identifierScreen, messageScreen, passwordScreen, type ScreenView } from './sign-in-pages.ts'

/** Data for a page of the online banking. */
export type BankingView = {
  readonly sandbox: Sandbox
  readonly bank: Bank
  readonly visit: FallbackVisit
  readonly path: string
  /** Path of this page, for the language switch. */
  readonly here: string
  readonly startUrl: string
  readonly person: Person
  readonly names: ScreenView['names']
}

/** The login of the fallback mode, with the screens of every sign-in. */
export function renderLogin(view: Omit<ScreenView, 'words' | 'app'>): Html {
  const { language, step } = view.visit
  const f = texts[language].fallback
  const t = texts[language].screens
  const words = {
    wish: fill(f.wish, view.names),
    leave: f.leave,
    leaveHelp: fill(f.leaveHelp, view.names),
    locked: f.locked,
    code: { title: t.code.title, intro: f.codeIntro, message: fill(f.codeMessage, view.names), details: null },
  }
  const drawn = { ...view, app: null, words }
  if (step === 'identifier') return identifierScreen(drawn)
  if (step === 'password') return passwordScreen(drawn)
  if (step === 'strong_authentication') return codeScreen(drawn)
  return messageScreen(drawn, { title: t.terminated.title, text: f.terminated.text, button: f.terminated.back })
}

function page(view: BankingView, parts: { title: string; content: Html; current: 'accounts' | 'profile' }): Html {
  const { language, turn } = view.visit
  const f = texts[language].fallback
  const frame = {
    language,
    languageHref: `${view.here}${view.here.includes('?') ? '&' : '?'}lang=${otherLanguage(language)}`,
  }
  const link = (which: 'accounts' | 'profile', href: string, text: string) =>
    html`<a href="${href}" ${which === parts.current ? html`aria-current="page"` : ''}>${text}</a>`
  return renderDocument({
    ...frame,
    bank: view.bank,
    title: parts.title,
    startUrl: view.startUrl,
    body: html`<header class="site-top">${renderLogo(view.bank)}${renderLanguageSwitch(frame)}</header>
<nav class="banking-bar" aria-label="${f.navigation}"><div>${link('accounts', view.path, f.accounts)}${link('profile', `${view.path}/profile`, f.profile)}
<form method="post" action="${view.path}/sign-out" data-once><input type="hidden" name="turn" value="${turn}"><button class="link">${f.signOut}</button></form></div></nav>
<main id="content" tabindex="-1" class="site banking">${parts.content}
<p class="aside">${fill(f.via, view.names)}</p></main>`,
  })
}

/** A customer's accounts and cards in the online banking, without unused cards and closed accounts. */
export function shownAccounts(sandbox: Sandbox, personId: string): PersonAccount[] {
  const today = bankDay(sandbox)
  return accountsOf(sandbox.db, personId).filter(account =>
    account.kind === 'card' ? isListedCard(sandbox.db, account, today) : account.status !== 'closed',
  )
}

/** The accounts with their balances. */
export function renderAccounts(view: BankingView): Html {
  const { sandbox, visit, person } = view
  const f = texts[visit.language].fallback
  const accounts = shownAccounts(sandbox, person.id)
  const total = accounts
    .filter(({ kind, currency }) => kind === 'account' && currency === 'EUR')
    .reduce((sum, account) => sum + mainBalance(sandbox, account), 0n)
  return page(view, {
    title: f.accounts,
    current: 'accounts',
    content: html`<section><h1>${f.accounts}</h1><p class="intro">${fill(f.greeting, { name: `${person.firstName} ${person.lastName}` })}</p>
<p class="total"><span>${f.total}</span><strong>${sayAmount(visit.language, total, 'EUR')}</strong></p></section>
<ul class="accounts">${accounts.map(account => accountCard(view, f, account))}</ul>
<section class="quietly"><h2>${f.notHere}</h2><p>${f.notHereText}</p></section>`,
  })
}

/** The instant balance of an account, or the outstanding of a card to be debited next. */
function mainBalance(sandbox: Sandbox, account: PersonAccount): bigint {
  const balances = balancesOf(sandbox.db, account, sandbox.clock.now())
  const main = account.kind === 'card' ? balances[1] : balances.find(({ type }) => type === 'OTHR')
  return main?.amountMinor ?? 0n
}

function accountCard(view: BankingView, f: Texts['fallback'], account: PersonAccount): Html {
  const { sandbox, visit } = view
  const closing = balancesOf(sandbox.db, account, sandbox.clock.now()).find(({ type }) => type === 'CLBD')
  const amount = mainBalance(sandbox, account)
  const { language } = visit
  return html`<li><h2><a href="${view.path}/accounts/${account.id}">${account.name}</a></h2>
<p class="meta">${account.kind === 'card' ? f.card : html`<span class="iban">${sayIban(account.iban)}</span>`}${account.psuStatus === 'Account Co-Holder' ? html` · ${f.joint}` : ''}</p>
<p class="money"><span>${account.kind === 'card' ? f.outstanding : f.balance}</span><strong class="${amount < 0n ? 'debit' : ''}">${sayAmount(language, amount, account.currency)}</strong></p>
${closing?.referenceDate ? html`<p class="meta">${f.accountingBalance} ${fill(f.since, { date: sayDay(language, closing.referenceDate, 'medium') })}${f.colon} ${sayAmount(language, closing.amountMinor, closing.currency)}</p>` : ''}</li>`
}

/** Transactions per page. */
const pageSize = 50

/** An account's transactions, newest first: the last 90 days and upcoming ones. `page` out of range shows the nearest. */
export function renderAccount(view: BankingView, account: PersonAccount, wishedPage: number): Html {
  const { sandbox, visit } = view
  const f = texts[visit.language].fallback
  const stretch = stretchOf(sandbox, account)
  const last = Math.max(1, Math.ceil(countEntries(sandbox.db, stretch) / pageSize))
  const at = Math.min(Math.max(1, wishedPage), last)
  const entries = listEntries(sandbox.db, stretch, { offset: (at - 1) * pageSize, limit: pageSize })
  const owners = ownersOf(sandbox.db, account.id).map(({ fullName }) => fullName)
  return page(view, {
    title: account.name,
    current: 'accounts',
    content: html`<section><p><a href="${view.path}">${f.back}</a></p><h1>${account.name}</h1>
<p class="meta">${account.kind === 'card' ? f.card : html`<span class="iban">${sayIban(account.iban)}</span>`}</p>
<p class="meta">${f.owners}${f.colon} ${owners.join(', ')}</p>
<p class="total"><span>${account.kind === 'card' ? f.outstanding : f.balance}</span><strong>${sayAmount(visit.language, mainBalance(sandbox, account), account.currency)}</strong></p></section>
<section><h2>${f.transactions}</h2>${entries.length === 0 ? html`<p class="intro">${f.none}</p>` : ledger(view, f, account, entries)}
${pager(view, account.id, { at, last })}</section>`,
  })
}

function stretchOf(sandbox: Sandbox, account: PersonAccount): Stretch {
  const today = dayOf(bankDay(sandbox))
  return {
    accountId: account.id,
    from: positionOfDay(isoOf(today - 90)),
    to: positionOfDay(isoOf(today + 16)),
    bookedOnly: false,
    bookedUntil: positionOfDay(isoOf(today + 1)),
  }
}

function ledger(view: BankingView, f: Texts['fallback'], account: PersonAccount, entries: readonly Entry[]): Html {
  const { language } = view.visit
  const states = { BOOK: '', PDNG: f.pending, FUTR: f.coming, INFO: f.information }
  return html`<table class="ledger"><thead><tr><th scope="col">${f.date}</th><th scope="col">${f.label}</th><th scope="col" class="number">${f.amount}</th></tr></thead>
<tbody>${entries.map(
    entry => html`<tr><td>${sayDay(language, dayOfPosition(entry.position), 'medium')}</td>
<th scope="row"><bdi>${entry.lines[0] ?? ''}</bdi>${entry.lines.slice(1).map(line => html`<span class="hint"><bdi>${line}</bdi></span>`)}${states[entry.status] ? html`<span class="state">${states[entry.status]}</span>` : ''}</th>
<td class="number ${entry.amountMinor < 0n ? '' : 'credit'}">${sayAmount(language, entry.amountMinor, account.currency)}</td></tr>`,
  )}</tbody></table>`
}

function pager(view: BankingView, accountId: string, { at, last }: { at: number; last: number }): Html {
  const f = texts[view.visit.language].fallback
  if (last === 1) return html``
  const href = (page: number) => `${view.path}/accounts/${accountId}?page=${page}`
  return html`<nav class="pager" aria-label="${f.pages}">${at > 1 ? html`<a rel="prev" href="${href(at - 1)}">${f.previous}</a>` : html`<span></span>`}
<span>${fill(f.page, { page: at, last })}</span>${at < last ? html`<a rel="next" href="${href(at + 1)}">${f.next}</a>` : html`<span></span>`}</nav>`
}

/** The customer's personal data at the bank. */
export function renderProfile(view: BankingView): Html {
  const { person, visit } = view
  const f = texts[visit.language].fallback
  const t = texts[visit.language].screens
  const rows: [string, string][] = [
    [f.name, `${person.firstName} ${person.lastName}`],
    [f.identifier, person.identifier],
    [f.phone, person.maskedPhone],
    [f.segment, t.home[person.segment]],
  ]
  return page(view, {
    title: f.profile,
    current: 'profile',
    content: html`<section><h1>${f.profile}</h1>
${renderFacts(rows)}</section>`,
  })
}
