import { html } from 'hono/html'
import { banks } from '#sandbox/banks.ts'
import type { Fault, FaultRule } from '#sandbox/faults/decide.ts'
import { tamperings } from '#sandbox/faults/decide.ts'
import { listFaultRules } from '#sandbox/faults/rules.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { listApplications } from '#sandbox/store/applications.ts'
import type { Texts } from '#sandbox/texts/catalogue.ts'
import { faultEndpoints } from './fault-routes.ts'
import { button, hidden, options, type View } from './page-parts.ts'

/** Faults offered on the page; the JSON interface accepts all values. */
const ready: readonly Fault[] = [
  { kind: 'delay', delayMs: 1_000 },
  { kind: 'delay', delayMs: 5_000 },
  { kind: 'delay', delayMs: 30_000 },
  { kind: 'slow_drip', pieces: 20, everyMs: 500 },
  { kind: 'close_before' },
  { kind: 'close_after' },
  { kind: 'status', status: 401, code: 'invalid_token' },
  { kind: 'status', status: 403, code: 'BE05' },
  { kind: 'status', status: 429, code: 'TMRQ' },
  { kind: 'status', status: 500, code: 'INTE' },
  { kind: 'status', status: 502, code: null },
  { kind: 'status', status: 503, code: 'INTS' },
  { kind: 'body', body: 'html' },
  { kind: 'body', body: 'empty' },
  { kind: 'body', body: 'cut' },
  { kind: 'body', body: 'broken_off' },
  { kind: 'content_type', contentType: 'text/plain' },
  { kind: 'page_duplicate' },
  { kind: 'page_loop' },
  { kind: 'unknown_values' },
  { kind: 'foreign_host', host: 'evil.example' },
  { kind: 'real_life' },
  ...tamperings.map(what => ({ kind: 'tampered', what }) as const),
  { kind: 'callback_dropped' },
  { kind: 'callback_doubled' },
]

/** The name of a fault, with its values. */
function nameFault(t: Texts['desk'], { kind, ...details }: Fault): string {
  const more = Object.values(details).filter(value => value !== null)
  const name =
    kind === 'body' && 'body' in details ? t.faultBodies[details.body as keyof Texts['desk']['faultBodies']] : null
  if (name !== null) return name
  if (kind === 'tampered' && 'what' in details) return `${t.faultKinds.tampered} ${t.tamperings[details.what]}`
  return more.length === 0 ? t.faultKinds[kind] : `${t.faultKinds[kind]} (${more.join(', ')})`
}

/** The active faults, and the forms that add one. */
export function renderFaults(view: View): Html {
  const { t, sandbox } = view
  const rules = listFaultRules(sandbox.db)
  return html`<section class="panel" aria-labelledby="faults-title"><h2 id="faults-title">${t.faults}</h2><p class="help">${t.faultsHelp}</p>
<div class="bench"><div><form method="post" action="/desk/do/addFault" class="fields stack">${hidden(view)}
<label>${t.fault} <select name="j:fault">${options(ready.map(fault => [JSON.stringify(fault), nameFault(t, fault)]))}</select></label>
${renderTarget(view)}<button class="main">${t.addFault}</button></form>
<details class="drawer"><summary>${t.anyStatus}</summary><form method="post" action="/desk/do/addFault" class="fields stack">${hidden(view)}<input type="hidden" name="fault.kind" value="status">
<label>${t.entryStatus} <input type="number" name="n:fault.status" required min="200" max="599" value="503"></label>
<label>${t.code} <input name="fault.code" pattern="[A-Za-z_0-9]{1,40}" autocomplete="off"></label>
${renderTarget(view)}<button class="main">${t.addFault}</button></form></details>
<details class="drawer"><summary>${t.anyDelay}</summary><form method="post" action="/desk/do/addFault" class="fields stack">${hidden(view)}<input type="hidden" name="fault.kind" value="delay">
<label>${t.delayMs} <input type="number" name="n:fault.delayMs" required min="1" max="120000" value="2000"></label>
${renderTarget(view)}<button class="main">${t.addFault}</button></form></details></div>
<div class="detail">${rules.length === 0 ? html`<p class="help">${t.noFault}</p>` : html`<ul class="cards">${rules.map(rule => renderRule(view, rule))}</ul>${button(view, 'removeFaults', t.removeAll)}`}</div></div></section>`
}

/** Whom it affects, for how many calls, how often. */
function renderTarget({ t, sandbox, person }: View): Html {
  const organisations = [...new Set(listApplications(sandbox.db).map(({ organisationId }) => organisationId))]
  const named = person ? [[person.id, `${person.firstName} ${person.lastName}`] as const] : []
  return html`<label>${t.endpoint} <select name="endpoint">${options([['', t.everywhere], ...faultEndpoints.map(name => [name, name] as const)])}</select></label>
<label>${t.bank} <select name="bankCode">${options([['', t.everyone], ...banks.map(({ code, name }) => [code, name] as const)])}</select></label>
<label>${t.tpp} <select name="organisationId">${options([['', t.everyone], ...organisations.map(id => [id, id] as const)])}</select></label>
<label>${t.person} <select name="personId">${options([['', t.everyone], ...named])}</select></label>
<label>${t.nextCalls} <input type="number" name="n:calls" min="1" max="1000000" value="1"></label>
<label>${t.share} <input type="number" name="n:share" min="0" max="1" step="any" value="1"></label>
<label>${t.seed} <input name="seed" maxlength="100" value="rivages" autocomplete="off"></label>`
}

function renderRule(view: View, rule: FaultRule): Html {
  const { t } = view
  const name = nameFault(t, rule.fault)
  const about = [rule.endpoint, rule.bankCode, rule.organisationId, rule.personId].filter(part => part !== null)
  return html`<li><p><span class="tag bad">${name}</span></p>
<p class="meta">${about.length > 0 ? about.join(' · ') : t.everywhere} · ${rule.callsLeft === null ? t.untilRemoved : `${rule.callsLeft} ${t.left}`} · ${new Intl.NumberFormat(view.language, { style: 'percent' }).format(rule.share)} · ${t.seed} ${rule.seed}</p>
<div class="row">${button(view, 'removeFault', t.takeBack, { 'p:id': rule.id }, name)}</div></li>`
}
