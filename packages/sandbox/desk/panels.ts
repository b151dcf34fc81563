import { html } from 'hono/html'
import { banks, findBank } from '#sandbox/banks.ts'
import { type Fault, type FaultRule, faultKinds } from '#sandbox/faults/decide.ts'
import { listFaultRules } from '#sandbox/faults/rules.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { rotatesRefresh } from '#sandbox/oauth/rotation.ts'
import { listApplications } from '#sandbox/store/applications.ts'
import { checkLedger } from '#sandbox/store/ledger.ts'
import { findPerson } from '#sandbox/store/people.ts'
import { formatTime } from '#sandbox/texts/catalogue.ts'
import { readPresetAnswer } from '#sandbox/vop/preset-answer.ts'
import { readService } from '#sandbox/wire/steps/service.ts'
import { readDelays } from '#sandbox/wire/token-delays.ts'
import { faultEndpoints } from './fault-routes.ts'
import { renderForm } from './form.ts'
import { showClock } from './move-clock.ts'
import { listOutcomes } from './outcomes.ts'
import { addressOf, button, drawer, labelOf, pathOf, type Section, table, tag, type View } from './page-parts.ts'
import { showPayments } from './payments.ts'
import { renderConsents, renderPeople } from './people-panel.ts'
import { sayExecutionFault } from './say-answer.ts'
import { readLiveHost } from './switches.ts'
import { renderWire } from './wire-panel.ts'

/** The content of each section, under its title. */
export const panels: Readonly<Record<Section, (view: View) => Html>> = {
  wire: renderWire,
  clock: renderClock,
  people: renderPeople,
  consents: renderConsents,
  payments: renderPayments,
  faults: renderFaults,
  switches: renderSwitches,
  outcomes: renderOutcomes,
  automatic: renderAutomatic,
}

function renderClock(view: View): Html {
  const { sandbox, t, language } = view
  const { now, offsetSeconds, frozen } = showClock(sandbox)
  const date = new Date(now)
  const state = frozen ? t.frozen : offsetSeconds === 0 ? t.realTime : t.running
  const move = (name: keyof typeof t.moves, fields: Record<string, string> = { move: name }) =>
    button(view, 'moveClock', t.moves[name], fields)
  return html`<div class="dial"><p>${formatTime(language, date, { dateStyle: 'full' })}</p>
<p class="digits"><time datetime="${now}" data-clock="${date.getTime()}" data-frozen="${frozen ? 'yes' : 'no'}">${formatTime(language, date, { timeStyle: 'medium' })}</time></p>
<p>${t.bankTime} · ${state}${offsetSeconds === 0 ? '' : html` · ${t.ahead} <code>${readableOffset(offsetSeconds, t.dayShort)}</code>`}</p></div>
<div class="row">${move(frozen ? 'unfreeze' : 'freeze')}${move('hour', { move: 'plus', hours: '1' })}${move('day', { move: 'plus', days: '1' })}${move('week', { move: 'plus', days: '7' })}${move('token', { move: 'plus', days: '181' })}${move('evening')}${move('month_end')}${move('real')}</div>
${renderForm(view, 'moveClock', { label: t.move, fixed: { move: 'plus' } })}`
}

function readableOffset(seconds: number, dayShort: string): string {
  const [sign, rest] = seconds < 0 ? ['−', -seconds] : ['+', seconds]
  const days = Math.floor(rest / 86_400)
  const time = new Date((rest % 86_400) * 1000).toISOString().slice(11, 19)
  return `${sign}${days > 0 ? `${days} ${dayShort} ` : ''}${time}`
}

/** The newest payments with the state of each instruction, and whether the ledger balances. */
function renderPayments(view: View): Html {
  const { t, sandbox } = view
  const { payments } = showPayments(sandbox, { limit: 25 })
  const ledger = checkLedger(sandbox.db)
  const rows = payments.map(payment => ({
    cells: [
      html`${payment.creditorName} <code>${payment.creditorIban}</code><br><span class="meta">${payment.software} · <code>${payment.id}</code></span>`,
      html`<code>${payment.bankCode}</code>`,
      renderPayer(view, payment.personId),
      html`<code>${payment.status}</code> ${payment.reason === null ? '' : tag(payment.reason, true)}${payment.cancellations.map(({ state }) => html`<br><span class="meta">${t.cancellation} ${t.cancellationStates[state as keyof typeof t.cancellationStates] ?? state}</span>`)}`,
      html`${payment.instructions.map(one => renderInstruction(view, one))}`,
    ],
  }))
  const { payee, bank, person, status, instructions } = t.columns
  return html`<p>${tag(ledger.isBalanced ? t.ledgerBalanced : t.ledgerWrong, !ledger.isBalanced)} ${t.transfers} ${ledger.transfers}</p>
${ledger.found.map(({ kind, about }) => html`<p class="notice bad">${t.ledgerFaults[kind]} <code>${about}</code></p>`)}
${rows.length === 0 ? html`<p class="help">${t.none.payment}</p>` : table(instructions, [payee, bank, person, status, instructions], rows)}`
}

function renderPayer({ sandbox }: View, id: string | null): Html | string {
  const person = id === null ? null : findPerson(sandbox.db, id)
  if (!person) return '–'
  return html`<a href="${pathOf('people')}?person=${encodeURIComponent(person.id)}">${person.firstName} ${person.lastName}</a>`
}

type Instruction = ReturnType<typeof showPayments>['payments'][number]['instructions'][number]

function renderInstruction({ t, language }: View, one: Instruction): Html {
  const { amount, currency, status, reason, frequency, occurrences, dueOn, failure } = one
  const failed =
    failure === null
      ? ''
      : html`<br>${tag(failure.parked ? t.parked : t.failing, true)} ${t.tries} ${failure.tries}. ${sayExecutionFault(language, failure.fault)} <span class="meta">${t.technical} <code lang="en">${failure.fault}</code></span>`
  return html`<div><code>${amount} ${currency}</code> <code>${status ?? '–'}</code> ${reason === null ? '' : tag(reason, true)}${frequency === null ? '' : html` <code>${frequency}</code> × ${occurrences}`}${dueOn === null ? '' : html` <span class="meta">${t.due} <time datetime="${dueOn}">${dueOn}</time></span>`}${failed}</div>`
}

/** The active faults, every kind of fault, and the form of the chosen kind. */
function renderFaults(view: View): Html {
  const { t, sandbox, selected, person } = view
  const rules = listFaultRules(sandbox.db)
  const kind = faultKinds.find(one => one === selected.kind) ?? 'delay'
  const organisations = [...new Set(listApplications(sandbox.db).map(({ organisationId }) => organisationId))]
  const all = ['', t.everywhere] as const
  const choices = {
    endpoint: [all, ...faultEndpoints.map(name => [name, name] as const)],
    bankCode: [all, ...banks.map(({ code, name }) => [code, name] as const)],
    organisationId: [all, ...organisations.map(id => [id, id] as const)],
    personId: [all, ...(person ? [[person.id, `${person.firstName} ${person.lastName}`] as const] : [])],
  }
  return html`${rules.length === 0 ? html`<p class="help">${t.none.fault}</p>` : html`<ul class="cards">${rules.map(rule => renderRule(view, rule))}</ul>${button(view, 'removeFaults', t.removeAll)}`}
<h3 id="kind">${t.addFault}</h3><ul class="menu" aria-label="${t.fields.kind}">${faultKinds.map(one => html`<li><a href="${addressOf({ ...selected, kind: one })}#kind"${one === kind ? html` aria-current="true"` : ''}>${t.values.kind[one]}</a></li>`)}</ul>
${renderForm(view, 'addFault', { label: t.addFault, fixed: { 'fault.kind': kind }, values: { calls: 1, 'fault.status': 503 }, choices })}`
}

function renderRule(view: View, rule: FaultRule): Html {
  const { t, language } = view
  const name = nameFault(t, rule.fault)
  const about = [rule.endpoint, rule.bankCode, rule.organisationId, rule.personId].filter(part => part !== null)
  const share = new Intl.NumberFormat(language, { style: 'percent' }).format(rule.share)
  return html`<li><p>${tag(name, true)}</p>
<p class="meta">${about.length > 0 ? about.join(' · ') : t.everywhere} · ${rule.callsLeft === null ? t.untilRemoved : `${rule.callsLeft} ${t.left}`} · ${share} · ${t.fields.seed} ${rule.seed}</p>
${button(view, 'removeFault', t.takeBack, { id: rule.id, about: name })}</li>`
}

/** The name of a fault, with its values. */
function nameFault(t: View['t'], { kind, ...details }: Fault): string {
  const values = Object.entries(details).filter(([, value]) => value !== null)
  const named = values.map(([field, value]) => labelOf(t, field, String(value)))
  return `${t.values.kind[kind]}${named.length === 0 ? '' : ` (${named.join(', ')})`}`
}

/** Settings of the bank for everyone, each a form that shows how it is set. */
function renderSwitches(view: View): Html {
  const { t, sandbox } = view
  const current: Readonly<Record<keyof typeof t.settings, Readonly<Record<string, unknown>>>> = {
    changeService: readService(sandbox),
    changeDelays: readDelays(sandbox),
    rotateRefresh: { rotate: rotatesRefresh(sandbox) },
    changeLiveHost: readLiveHost(sandbox),
    changePayeeVerification: readPresetAnswer(sandbox.db),
  }
  const routes = Object.keys(t.settings) as (keyof typeof t.settings)[]
  return html`<ul class="cards halves">${routes.map(route => html`<li><h3>${t.settings[route]}</h3>${renderForm(view, route, { label: t.set, values: current[route] })}</li>`)}</ul>
${drawer(t.resetBank, html`<p>${t.resetHelp}</p>${renderForm(view, 'resetBank', { label: t.resetBank })}`)}`
}

function renderOutcomes({ t, language }: View): Html {
  const { amounts, situations } = listOutcomes()
  const { amount, code, stage, situation, person } = t.columns
  const ways = situations.map(({ code: one, status, personId, how, request }) => ({
    cells: [
      html`<code>${one}</code> ${status}`,
      html`<code>${personId}</code>`,
      html`${how[language]}<br><code>${request}</code>`,
    ],
  }))
  const decisive = amounts.map(({ amount: one, reason, stage: at, meaning }) => ({
    cells: [html`<code>${one}</code>`, html`<code>${reason ?? '–'}</code>`, t.stages[at], meaning[language]],
  }))
  return html`<div class="halves">${table(code, [code, person, situation], ways)}${table(amount, [`${amount} (EUR)`, code, stage, situation], decisive)}</div>`
}

function renderAutomatic({ sandbox }: View): Html {
  const origin = `http://sandbox.localhost:${sandbox.ports.screens}`
  const example = `curl ${origin}/desk/api/customer/authorization \\
  --header 'Content-Type: application/json' \\
  --data '{"authorizeUrl": "${sandbox.screensOf(findBank('19870')?.code)}/stet/psd2/oauth/authorize?…",
           "personId": "camille-bernard", "decision": "approve"}'

curl ${origin}/desk/api/customer/payment \\
  --header 'Content-Type: application/json' \\
  --data '{"consentUrl": "…", "personId": "camille-bernard", "decision": "approve", "account": 2}'`
  return html`<pre tabindex="0">${example}</pre>`
}
