import { html } from 'hono/html'
import { banks } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/screens/brands.ts'
import { listApplications } from '#sandbox/store/applications.ts'
import { faultEndpoints } from './fault-routes.ts'
import { listFaultRules } from './fault-rules.ts'
import type { Fault, FaultRule } from './faults.ts'
import { button, hidden, options, type View } from './page-parts.ts'

/** Faults to choose on the page; every other value can be had through the JSON interface. */
const ready: readonly (readonly [label: string, fault: Fault])[] = [
  ['delay 1 s', { kind: 'delay', delayMs: 1_000 }],
  ['delay 5 s', { kind: 'delay', delayMs: 5_000 }],
  ['delay 30 s', { kind: 'delay', delayMs: 30_000 }],
  ['slow drip, 10 s', { kind: 'slow_drip', pieces: 20, everyMs: 500 }],
  ['close before processing', { kind: 'close_before' }],
  ['close after processing', { kind: 'close_after' }],
  ['401 invalid_token', { kind: 'status', status: 401, code: 'invalid_token' }],
  ['403 BE05', { kind: 'status', status: 403, code: 'BE05' }],
  ['429 TMRQ', { kind: 'status', status: 429, code: 'TMRQ' }],
  ['500 INTE', { kind: 'status', status: 500, code: 'INTE' }],
  ['502', { kind: 'status', status: 502, code: null }],
  ['503 INTS', { kind: 'status', status: 503, code: 'INTS' }],
  ['HTML body', { kind: 'body', body: 'html' }],
  ['empty body', { kind: 'body', body: 'empty' }],
  ['cut body', { kind: 'body', body: 'cut' }],
  ['body broken off', { kind: 'body', body: 'broken_off' }],
  ['Content-Type text/plain', { kind: 'content_type', contentType: 'text/plain' }],
  ['duplicate page', { kind: 'page_duplicate' }],
  ['page loop', { kind: 'page_loop' }],
  ['unknown fields and values', { kind: 'unknown_values' }],
  ['foreign host in links', { kind: 'foreign_host', host: 'evil.example' }],
  ['real life: 331 ms, 0.6 %', { kind: 'real_life' }],
  ['callback dropped', { kind: 'callback_dropped' }],
  ['callback doubled', { kind: 'callback_doubled' }],
]

/** The faults in force, the rotation of refresh tokens, and the form that adds a fault. */
export function renderFaults(view: View, rotates: boolean): Html {
  const { t, sandbox, person } = view
  const rules = listFaultRules(sandbox.db)
  const organisations = [...new Set(listApplications(sandbox.db).map(({ organisationId }) => organisationId))]
  return html`<section id="faults" class="panel" aria-labelledby="faults-title"><h2 id="faults-title">${t.faults}</h2><p class="help">${t.faultsHelp}</p>
<div class="bench"><form method="post" action="/desk/do/addFault" class="fields stack">${hidden(view, 'faults')}
<label>${t.fault} <select name="j:fault">${options(ready.map(([label, fault]) => [JSON.stringify(fault), label]))}</select></label>
<label>${t.endpoint} <select name="endpoint">${options([['', t.everywhere], ...faultEndpoints.map(name => [name, name] as const)])}</select></label>
<label>${t.bank} <select name="bankCode">${options([['', t.everyone], ...banks.map(({ code, name }) => [code, name] as const)])}</select></label>
<label>${t.tpp} <select name="organisationId">${options([['', t.everyone], ...organisations.map(id => [id, id] as const)])}</select></label>
<label>${t.person} <select name="personId">${options([['', t.everyone], ...(person ? [[person.id, `${person.firstName} ${person.lastName}`] as const] : [])])}</select></label>
<label>${t.nextCalls} <input type="number" name="n:calls" min="1" max="1000000" value="1"></label>
<label>${t.share} <input type="number" name="n:share" min="0" max="1" step="any" value="1"></label>
<label>${t.seed} <input name="seed" maxlength="100" value="rivages" autocomplete="off"></label>
<button class="main">${t.addFault}</button></form>
<div class="detail">${rules.length === 0 ? html`<p class="help">${t.noFault}</p>` : html`<ul class="cards">${rules.map(rule => renderRule(view, rule))}</ul>${button(view, 'removeFaults', 'faults', t.removeAll)}`}
<h3>${t.rotation}</h3><div class="row between"><p>${rotates ? t.rotationOn : t.rotationOff}</p>${button(view, 'rotateRefresh', 'faults', rotates ? t.switchOff : t.switchOn, { 'b:rotate': String(!rotates) })}</div></div></div></section>`
}

function renderRule(view: View, rule: FaultRule): Html {
  const { t } = view
  const { kind, ...details } = rule.fault
  const about = [rule.endpoint, rule.bankCode, rule.organisationId, rule.personId].filter(part => part !== null)
  return html`<li><p><span class="tag bad">${kind}</span> <code>${Object.values(details).join(' ')}</code></p>
<p class="meta">${about.length > 0 ? about.join(' · ') : t.everywhere} · ${rule.callsLeft === null ? t.untilRemoved : `${rule.callsLeft} ${t.left}`} · ${Math.round(rule.share * 100)} % · ${t.seed} ${rule.seed}</p>
<div class="row">${button(view, 'removeFault', 'faults', t.takeBack, { 'p:id': rule.id }, kind)}</div></li>`
}
