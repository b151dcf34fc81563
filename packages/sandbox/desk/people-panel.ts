import { html } from 'hono/html'
import { banks } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { passwordOf } from '#sandbox/people/passwords.ts'
import { accountsOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import { listPeople, type Person } from '#sandbox/store/people.ts'
import { showEntries } from './entries.ts'
import { renderForm } from './form.ts'
import { showPermissions, showQuota } from './grants.ts'
import { addressOf, button, drawer, table, tag, type View } from './page-parts.ts'
import { maskIban } from './redact.ts'

/** Others are found through the JSON interface. */
const shownPeople = 200
const shownAccounts = 50

/** The customers, and the accounts of the selected one. */
export function renderPeople(view: View): Html {
  const { t, person } = view
  const offered = banks.map(({ code, name }) => [code, `${name} (${code})`] as const)
  const adding = renderForm(view, 'addPerson', { label: t.addPerson, choices: { bankCode: offered } })
  return renderBench(view, drawer(t.addPerson, adding), person && renderPerson(view, person))
}

/** The customers, and what the selected one has allowed to whom: consents, tokens, quotas. */
export function renderConsents(view: View): Html {
  const { person } = view
  const detail = person && html`${nameOf(person)}${renderPermissions(view, person)}${renderQuota(view, person)}`
  return renderBench(view, '', detail)
}

const nameOf = ({ firstName, lastName, id }: Person): Html => html`<h3>${firstName} ${lastName} <code>${id}</code></h3>`

function renderBench({ t, sandbox, person, selected }: View, below: Html | string, detail: Html | null): Html {
  const rows = listPeople(sandbox.db)
    .slice(0, shownPeople)
    .map(one => ({
      isChosen: one.id === person?.id,
      cells: [
        html`<a href="${addressOf({ ...selected, personId: one.id })}#person"${one.id === person?.id ? html` aria-current="true"` : ''}>${one.firstName} ${one.lastName}</a> ${one.status === 'terminated' ? tag(t.terminated, true) : ''}`,
        html`<code>${one.bankCode}</code>`,
        html`<code>${one.identifier}</code>`,
        html`<code>${passwordOf(sandbox.db, one.id) ?? '–'}</code>`,
      ],
    }))
  const { person: who, bank, identifier, password } = t.columns
  return html`<div class="halves"><div>${table(who, [who, bank, identifier, password], rows)}${below}</div>
<div id="person" class="detail">${detail}</div></div>`
}

function renderPerson(view: View, person: Person): Html {
  const { t, sandbox } = view
  const accounts = accountsOf(sandbox.db, person.id)
  const subscription = person.status === 'active' ? 'terminated' : 'active'
  const choices = { id: accounts.map(({ id, name, currency }) => [id, `${name} (${currency})`] as const) }
  const booking = renderForm(view, 'bookEntry', { label: t.bookEntry, values: { amount: '-12.50' }, choices })
  return html`<div class="row">${nameOf(person)}${button(view, 'changeSubscription', t.subscription[subscription], { id: person.id, subscription })}</div>
<h4>${t.accounts}</h4><ul class="cards">${accounts.slice(0, shownAccounts).map(account => renderAccount(view, account))}</ul>
${accounts.length > 0 ? drawer(t.bookEntry, booking) : ''}`
}

function renderAccount(view: View, { id, iban, name, currency, status, ...rest }: PersonAccount): Html {
  const { t, sandbox } = view
  const others = (['open', 'blocked', 'closed'] as const).filter(other => other !== status)
  const entries = showEntries(sandbox, { id, iban, name, currency, status, ...rest }, 40)
  const pending = entries.filter(entry => entry.status === 'PDNG' && entry.source === 'desk')
  return html`<li><p><strong>${name}</strong> ${tag(t.accountStatus[status], status !== 'open')}</p>
<p class="meta"><code>${id}</code> · <code>${maskIban(iban)}</code> · ${currency}</p>
<div class="row">${others.map(other => button(view, 'changeAccountStatus', t.setStatus[other], { id, status: other, about: name }))}${button(view, 'emptyAccount', t.empty, { id, about: name })}${button(view, 'bookHostile', t.hostileAll, { id, about: name })}</div>
${pending.length === 0 ? '' : html`<p class="meta">${t.pending}</p>`}${pending.map(
  ({ position, amount, lines }) =>
    html`<div class="row"><span>${amount} · ${lines.join(' ').slice(0, 60)}</span>${button(view, 'bookPending', t.toBooked, { id, position, about: `${amount} ${currency}` })}</div>`,
)}</li>`
}

function renderPermissions(view: View, person: Person): Html {
  const { t, sandbox } = view
  const { grants, consents } = showPermissions(sandbox, person.id)
  const held = grants.map(({ pairId, scope, software, tppId, state }) => {
    const expire = (['access', 'refresh'] as const).map(which =>
      button(view, 'expirePair', t.expire[which], { pairId, which }),
    )
    const revoke = (['psu', 'bank'] as const).map(by => button(view, 'revokePair', t.revoke[by], { pairId, by }))
    return html`<li><p><strong>${software ?? tppId}</strong> <code>${scope}</code> ${tag(t.states[state], state !== 'valid')}</p><p class="meta"><code>${tppId}</code></p><div class="row">${expire}${revoke}</div></li>`
  })
  const given = consents.map(({ tppId, psuIdentity, ...lists }) => {
    const counted = (['balances', 'transactions', 'owners', 'overdrafts'] as const).map(
      list => `${t.consentParts[list]} ${lists[list].length} · `,
    )
    return html`<li><p>${t.consentOf} <code>${tppId}</code></p><p class="meta">${counted}${t.consentParts.psuIdentity} ${psuIdentity ? '✓' : '–'}</p>${button(view, 'removeConsent', t.takeBack, { id: person.id, tppId, about: tppId })}</li>`
  })
  return html`${held.length === 0 ? html`<p class="help">${t.none.grant}</p>` : ''}<ul class="cards">${held}</ul>
${given.length === 0 ? html`<p class="help">${t.none.consent}</p>` : ''}<ul class="cards">${given}</ul>`
}

function renderQuota(view: View, { id }: Person): Html {
  const { t, sandbox } = view
  const { quota } = showQuota(sandbox, id)
  const tpps = new Set([...showPermissions(sandbox, id).grants, ...quota].map(({ tppId }) => tppId))
  const rows = quota.map(({ resource, page, calls, limit }) => ({
    cells: [
      html`<code>${resource}</code>`,
      page || '–',
      html`<span class="${calls >= limit ? 'bad' : ''}">${calls} / ${limit}</span>`,
    ],
  }))
  const { resource, page, calls } = t.columns
  return html`<h4>${t.quota}</h4>${rows.length === 0 ? html`<p class="help">${t.none.quota}</p>` : table(t.quota, [resource, page, calls], rows)}
<div class="row">${[...tpps].map(tppId => button(view, 'burnQuota', t.burn, { id, tppId, resource: 'accounts', page: '1', about: tppId }))}${rows.length === 0 ? '' : button(view, 'resetQuota', t.reset, { id })}</div>`
}
