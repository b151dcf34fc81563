import { html } from 'hono/html'
import { banks } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { passwordOf } from '#sandbox/people/passwords.ts'
import { accountsOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import { listPeople, type Person } from '#sandbox/store/people.ts'
import { texts } from '#sandbox/texts/catalogue.ts'
import { showEntries } from './entries.ts'
import { showPermissions, showQuota } from './grants.ts'
import { hostileNames } from './hostile-texts.ts'
import { button, hidden, options, pathOf, type View } from './page-parts.ts'
import { lifeNames } from './people.ts'
import { maskIban } from './redact.ts'

/** Others are found through the JSON interface. */
const shownPeople = 200
const shownAccounts = 50

/** The customers, and the accounts of the selected one. */
export function renderPeople(view: View): Html {
  const { t, person } = view
  return renderBench(view, {
    title: t.people,
    below: renderNewPerson(view),
    detail: person ? renderPerson(view, person) : html`<p class="help">${t.select}</p>`,
  })
}

/** The customers, and what the selected one has allowed to whom: consents, tokens, quotas. */
export function renderConsents(view: View): Html {
  const { t, person } = view
  return renderBench(view, {
    title: t.consents,
    below: null,
    detail: person
      ? html`<h3>${person.firstName} ${person.lastName} <code>${person.id}</code></h3>${renderPermissions(view, person)}${renderQuota(view, person)}`
      : html`<p class="help">${t.selectForConsents}</p>`,
  })
}

function renderBench(
  { t, sandbox, person, section }: View,
  { title, below, detail }: { readonly title: string; readonly below: Html | null; readonly detail: Html },
): Html {
  const people = listPeople(sandbox.db).slice(0, shownPeople)
  return html`<section class="panel" aria-labelledby="people-title"><h2 id="people-title">${title}</h2>
<div class="bench"><div><div class="scroll tall" tabindex="0" role="region" aria-label="${t.person}"><table class="fold"><thead><tr><th scope="col">${t.person}</th><th scope="col">${t.bank}</th><th scope="col">${t.identifier}</th><th scope="col">${t.password}</th></tr></thead>
<tbody>${people.map(
    one =>
      html`<tr class="${one.id === person?.id ? 'chosen' : ''}"><th scope="row"><a href="${pathOf(section)}?person=${encodeURIComponent(one.id)}#person"${one.id === person?.id ? html` aria-current="true"` : ''}>${one.firstName} ${one.lastName}</a>${one.status === 'terminated' ? html` <span class="tag bad">${t.terminated}</span>` : ''}</th><td><code>${one.bankCode}</code></td><td><code>${one.identifier}</code></td><td><code>${passwordOf(sandbox.db, one.id) ?? '–'}</code></td></tr>`,
  )}</tbody></table></div>
${below ?? ''}</div>
<div id="person" class="detail">${detail}</div></div></section>`
}

function renderNewPerson(view: View): Html {
  const { t } = view
  const choices = lifeNames.map(name => [name, t.lives[name]] as const)
  return html`<details class="drawer"><summary>${t.add}</summary><form method="post" action="/desk/do/addPerson" class="fields stack">${hidden(view)}
<label>${t.bank} <select name="bankCode">${options(banks.map(({ code, name }) => [code, `${name} (${code})`]))}</select></label>
<label>${t.firstName} <input name="firstName" required maxlength="70" autocomplete="off"></label>
<label>${t.lastName} <input name="lastName" required maxlength="70" autocomplete="off"></label>
<label>${t.life} <select name="life">${options(choices)}</select></label>
<label>${t.howMany} <input type="number" name="n:accounts" min="0" max="60" value="1"></label>
<button class="main">${t.add}</button></form></details>`
}

function renderPerson(view: View, person: Person): Html {
  const { t, sandbox } = view
  const isActive = person.status === 'active'
  const accounts = accountsOf(sandbox.db, person.id)
  const change = { 'p:id': person.id, subscription: isActive ? 'terminated' : 'active' }
  return html`<div class="row between"><h3>${person.firstName} ${person.lastName} <code>${person.id}</code></h3>
${button(view, 'changeSubscription', isActive ? t.terminate : t.resume, change)}</div>
<h4>${t.accounts}</h4><ul class="cards">${accounts.slice(0, shownAccounts).map(account => renderAccount(view, account))}</ul>
${accounts.length > 0 ? renderNewEntry(view, accounts) : ''}`
}

function renderAccount(view: View, account: PersonAccount): Html {
  const { t, sandbox } = view
  const set = (label: string, status: string) =>
    button(view, 'changeAccountStatus', label, { 'p:id': account.id, status }, account.name)
  const pending = showEntries(sandbox, account, 40).filter(
    ({ status, source }) => status === 'PDNG' && source === 'desk',
  )
  return html`<li><p><strong>${account.name}</strong> <span class="tag ${account.status === 'open' ? '' : 'bad'}">${t.status[account.status]}</span></p>
<p class="meta"><code>${account.id}</code> · <code>${maskIban(account.iban)}</code> · ${account.currency}</p>
<div class="row">${account.status === 'open' ? '' : set(t.open, 'open')}${account.status === 'blocked' ? '' : set(t.block, 'blocked')}${account.status === 'closed' ? '' : set(t.close, 'closed')}
${button(view, 'emptyAccount', t.empty, { 'p:id': account.id }, account.name)}${button(view, 'bookHostile', t.hostileAll, { 'p:id': account.id }, account.name)}</div>
${pending.length === 0 ? '' : html`<p class="meta">${t.pending}</p>`}${pending.map(
  ({ position, amount, lines }) =>
    html`<div class="row between"><span class="cut">${amount} · ${lines.join(' ').slice(0, 60)}</span>${button(view, 'bookPending', t.toBooked, { 'p:id': account.id, 'p:position': position }, `${amount} ${account.currency}`)}</div>`,
)}</li>`
}

function renderNewEntry(view: View, accounts: readonly PersonAccount[]): Html {
  const { t } = view
  return html`<details class="drawer"><summary>${t.book}</summary><form method="post" action="/desk/do/bookEntry" class="fields stack">${hidden(view)}
<label>${t.accounts} <select name="p:id">${options(accounts.map(({ id, name, currency }) => [id, `${name} (${currency})`]))}</select></label>
<label>${t.amount} <input name="amount" required pattern="-?[0-9]{1,13}([.][0-9]{1,2})?" value="-12.50" inputmode="decimal" autocomplete="off"></label>
<label>${t.label} <input name="l:lines" maxlength="500" autocomplete="off"></label>
<label>${t.hostile} <select name="hostile">${options([['', t.none], ...hostileNames.map(name => [name, texts[view.language].answers.hostileTexts[name]] as const)])}</select></label>
<label>${t.entryStatus} <select name="status">${options(['BOOK', 'PDNG', 'FUTR', 'INFO'].map(status => [status, status] as const))}</select></label>
<button class="main">${t.write}</button></form></details>`
}

function renderPermissions(view: View, person: Person): Html {
  const { t, sandbox } = view
  const { grants, consents } = showPermissions(sandbox, person.id)
  const parts = texts[view.language].answers.consentParts
  return html`${grants.length === 0 ? html`<p class="help">${t.noGrant}</p>` : ''}<ul class="cards">${grants.map(
    ({
      pairId,
      scope,
      software,
      tppId,
      state,
    }) => html`<li><p><strong>${software ?? tppId}</strong> <code>${scope}</code> <span class="tag ${state === 'valid' ? '' : 'bad'}">${t.states[state]}</span></p><p class="meta"><code>${tppId}</code></p>
<div class="row">${button(view, 'expirePair', t.expireAccess, { 'p:pairId': pairId, which: 'access' })}${button(view, 'expirePair', t.expireRefresh, { 'p:pairId': pairId, which: 'refresh' })}
${button(view, 'revokePair', t.revokePsu, { 'p:pairId': pairId, by: 'psu' })}${button(view, 'revokePair', t.revokeBank, { 'p:pairId': pairId, by: 'bank' })}</div></li>`,
  )}</ul>
${consents.length === 0 ? html`<p class="help">${t.noConsent}</p>` : ''}<ul class="cards">${consents.map(
    ({
      tppId,
      balances,
      transactions,
      owners,
      overdrafts,
      psuIdentity,
    }) => html`<li><p>${t.consentOf} <code>${tppId}</code></p>
<p class="meta">${parts.balances} ${balances.length} · ${parts.transactions} ${transactions.length} · ${parts.owners} ${owners.length} · ${parts.overdrafts} ${overdrafts.length} · ${parts.psuIdentity} ${psuIdentity ? '✓' : '–'}</p>
<div class="row">${button(view, 'removeConsent', t.takeBack, { 'p:id': person.id, 'p:tppId': tppId }, tppId)}</div></li>`,
  )}</ul>`
}

function renderQuota(view: View, person: Person): Html {
  const { t, sandbox } = view
  const { quota } = showQuota(sandbox, person.id)
  const tpps = [...new Set([...showPermissions(sandbox, person.id).grants, ...quota].map(({ tppId }) => tppId))]
  return html`<h4>${t.quota}</h4>${
    quota.length === 0
      ? html`<p class="help">${t.noQuota}</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-label="${t.quota}"><table><thead><tr><th scope="col">${t.resource}</th><th scope="col">${t.page}</th><th scope="col">${t.calls}</th></tr></thead><tbody>${quota.map(
          ({ resource, page, calls, limit }) =>
            html`<tr><th scope="row"><code>${resource}</code></th><td>${page || '–'}</td><td class="${calls >= limit ? 'bad' : ''}">${calls} / ${limit}</td></tr>`,
        )}</tbody></table></div>`
  }
<div class="row">${tpps.map(tppId => button(view, 'burnQuota', t.burn, { 'p:id': person.id, tppId, resource: 'accounts', page: '1' }, tppId))}
${quota.length === 0 ? '' : button(view, 'resetQuota', t.reset, { 'p:id': person.id })}</div>`
}
