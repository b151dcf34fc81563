import { html } from 'hono/html'
import { findBank } from '#sandbox/banks.ts'
import { listFaultRules } from '#sandbox/faults/rules.ts'
import { groupBrand, type Html } from '#sandbox/html/brands.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findPerson } from '#sandbox/store/people.ts'
import { formatTime, type Language, otherLanguage, texts } from '#sandbox/texts/catalogue.ts'
import { readService } from '#sandbox/wire/steps/service.ts'
import { deskVersion } from './assets.ts'
import { renderFaults } from './faults-panel.ts'
import { showClock } from './move-clock.ts'
import { listOutcomes } from './outcomes.ts'
import { button, hidden, pathOf, type Section, sections, type View } from './page-parts.ts'
import { renderPayments } from './payments-panel.ts'
import { renderConsents, renderPeople } from './people-panel.ts'
import { type PageRefusal, sayDone, sayRefusal } from './say-answer.ts'
import { renderSwitches } from './switches-panel.ts'
import { renderWire } from './wire-panel.ts'

type Shown = {
  readonly section: Section
  readonly language: Language
  readonly formToken: string
  readonly personId: string | null
  /** Route of the form just submitted. */
  readonly done: string | null
  readonly refusal: PageRefusal | null
}

const render: Readonly<Record<Section, (view: View) => Html>> = {
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

/** The page of a section: everything is a form, and with scripts the request log is live. */
export function renderDesk(sandbox: Sandbox, shown: Shown): Html {
  const { language, section } = shown
  const t = texts[language].desk
  const person = shown.personId === null ? null : findPerson(sandbox.db, shown.personId)
  const view: View = { sandbox, section, language, t, formToken: shown.formToken, person }
  const ofPerson = person ? `?person=${encodeURIComponent(person.id)}` : ''
  const other = otherLanguage(language)
  const languageHref = `${pathOf(section)}${ofPerson}${person ? '&' : '?'}lang=${other}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${t[section]} – ${t.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/desk/assets/desk.css?v=${deskVersion}">
<script src="/desk/assets/desk.js?v=${deskVersion}" defer></script>
</head>
<body>
<a class="skip" href="#content">${t.skip}</a>
<aside class="warning" aria-label="SANDBOX"><strong>SANDBOX</strong> ${t.warning}</aside>
<header class="top"><div class="row between"><h1>${groupBrand.mark}${t.title}</h1>
<p class="aside"><a href="/">${t.start}</a> <a href="/desk/openapi.json">${t.openapi}</a> <a href="${languageHref}" hreflang="${other}" lang="${other}">${other === 'fr' ? 'Français' : 'English'}</a></p></div>
${section === 'wire' ? html`<p class="lead">${t.lead}</p>` : ''}
${renderState(view)}
<nav aria-label="${t.sections}"><ul>${sections.map(one => html`<li><a href="${pathOf(one)}${ofPerson}"${one === section ? html` aria-current="page"` : ''}>${t[one]}</a></li>`)}</ul></nav></header>
<main id="content" tabindex="-1">
${shown.refusal === null ? '' : html`<p class="notice bad" role="alert"><strong>${t.refused}</strong> ${sayRefusal(language, shown.refusal).join(' ')}</p>`}
${shown.done === null || shown.refusal !== null ? '' : html`<p class="notice" role="status">${sayDone(language, shown.done) ?? t.done}</p>`}
${render[section](view)}
</main>
</body>
</html>`
}

/** What holds for the whole bank now: its time, and what is out of order. */
function renderState({ sandbox, t, language }: View): Html {
  const { now, frozen } = showClock(sandbox)
  const faults = listFaultRules(sandbox.db).length
  const text = formatTime(language, new Date(now), { dateStyle: 'medium' })
  return html`<p class="state">${t.bankTime} <a href="${pathOf('clock')}">${text}, <time datetime="${now}" data-clock="${Date.parse(now)}" data-frozen="${frozen ? 'yes' : 'no'}">${formatTime(language, new Date(now), { timeStyle: 'medium' })}</time></a>
${frozen ? html`<span class="tag">${t.frozen}</span>` : ''}${faults === 0 ? '' : html`<a class="tag bad" href="${pathOf('faults')}">${t.activeFaults} ${faults}</a>`}${readService(sandbox).isDown ? html`<a class="tag bad" href="${pathOf('switches')}">${t.serviceDown}</a>` : ''}</p>`
}

function renderClock(view: View): Html {
  const { sandbox, t, language } = view
  const { now, offsetSeconds, frozen } = showClock(sandbox)
  const date = new Date(now)
  const format = (options: Intl.DateTimeFormatOptions) => formatTime(language, date, options)
  const state = frozen ? t.frozen : offsetSeconds === 0 ? t.realTime : t.running
  const move = (label: string, fields: Record<string, string>) => button(view, 'moveClock', label, fields)
  return html`<section class="panel clock" aria-labelledby="clock-title"><h2 id="clock-title">${t.clock}</h2>
<div class="dial"><p class="day">${format({ dateStyle: 'full' })}</p>
<p class="digits"><time datetime="${now}" data-clock="${date.getTime()}" data-frozen="${frozen ? 'yes' : 'no'}">${format({ timeStyle: 'medium' })}</time></p>
<p class="state"><span class="lamp ${frozen ? 'lamp-cold' : offsetSeconds === 0 ? '' : 'lamp-warm'}"></span>${t.bankTime} · ${state}${offsetSeconds === 0 ? '' : html` · ${t.ahead} <code>${readableOffset(offsetSeconds, t.dayShort)}</code>`}</p></div>
<div class="controls"><div class="row">
${frozen ? move(t.unfreeze, { move: 'unfreeze' }) : move(t.freeze, { move: 'freeze' })}
${move(t.plusHour, { move: 'plus', 'n:hours': '1' })}${move(t.plusDay, { move: 'plus', 'n:days': '1' })}${move(t.plusWeek, { move: 'plus', 'n:days': '7' })}${move(t.plusToken, { move: 'plus', 'n:days': '181' })}
${move(t.evening, { move: 'evening' })}${move(t.monthEnd, { move: 'month_end' })}${move(t.real, { move: 'real' })}</div>
<form method="post" action="/desk/do/moveClock" class="row fields">${hidden(view)}<input type="hidden" name="move" value="plus">
<label>${t.days} <input type="number" name="n:days" min="-800" max="800" step="1" value="0"></label>
<label>${t.hours} <input type="number" name="n:hours" min="-10000" max="10000" step="any" value="0"></label>
<button>${t.move}</button></form>
<p class="help">${t.clockHelp}</p></div></section>`
}

function readableOffset(seconds: number, dayShort: string): string {
  const [sign, rest] = seconds < 0 ? ['−', -seconds] : ['+', seconds]
  const days = Math.floor(rest / 86_400)
  const time = new Date((rest % 86_400) * 1000).toISOString().slice(11, 19)
  return `${sign}${days > 0 ? `${days} ${dayShort} ` : ''}${time}`
}

function renderOutcomes(view: View): Html {
  const { t, language } = view
  const { amounts, situations } = listOutcomes()
  return html`<section class="panel" aria-labelledby="outcomes-title"><h2 id="outcomes-title">${t.outcomes}</h2><p class="help">${t.outcomesHelp}</p>
<div class="halves"><div class="scroll tall" tabindex="0" role="region" aria-label="${t.code}"><table class="fold"><thead><tr><th scope="col">${t.code}</th><th scope="col">${t.person}</th><th scope="col">${t.situation}</th></tr></thead>
<tbody>${situations.map(situation => renderSituation(view, situation))}</tbody></table></div>
<div class="scroll tall" tabindex="0" role="region" aria-label="${t.amount}"><table class="fold"><thead><tr><th scope="col">EUR</th><th scope="col">${t.code}</th><th scope="col">${t.stage}</th><th scope="col">${t.situation}</th></tr></thead>
<tbody>${amounts.map(({ amount, reason, stage, meaning }) => html`<tr><th scope="row"><code>${amount}</code></th><td><code>${reason ?? '–'}</code></td><td>${t.stages[stage]}</td><td class="whole">${meaning[language]}</td></tr>`)}</tbody></table></div></div></section>`
}

type Situation = ReturnType<typeof listOutcomes>['situations'][number]

/** One way to get a code: who authorizes, and what the TPP does. */
function renderSituation({ language }: View, { code, status, personId, how, request }: Situation): Html {
  return html`<tr><th scope="row"><code>${code}</code> ${status}</th><td><code>${personId}</code></td><td class="whole">${how[language]}<br><code class="path">${request}</code></td></tr>`
}

function renderAutomatic({ t, sandbox }: View): Html {
  const origin = `http://sandbox.localhost:${sandbox.ports.screens}`
  const bank = findBank('19870')
  const example = `curl ${origin}/desk/api/customer/authorization \\
  --header 'Content-Type: application/json' \\
  --data '{"authorizeUrl": "${sandbox.screensOf(bank?.code)}/stet/psd2/oauth/authorize?…",
           "personId": "camille-bernard", "decision": "approve"}'

curl ${origin}/desk/api/customer/payment \\
  --header 'Content-Type: application/json' \\
  --data '{"consentUrl": "…", "personId": "camille-bernard", "decision": "approve", "account": 2}'`
  return html`<section class="panel" aria-labelledby="automatic-title"><h2 id="automatic-title">${t.automatic}</h2><p class="help">${t.automaticHelp}</p>
<pre tabindex="0">${example}</pre></section>`
}
