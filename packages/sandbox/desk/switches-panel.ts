import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import { rotatesRefresh } from '#sandbox/oauth/rotation.ts'
import { presetAnswers, readPresetAnswer } from '#sandbox/vop/preset-answer.ts'
import { readService } from '#sandbox/wire/steps/service.ts'
import { readDelays } from '#sandbox/wire/token-delays.ts'
import { button, hidden, type View } from './page-parts.ts'
import { readLiveHost } from './switches.ts'

/** Settings of the bank for everyone: service, delays, refresh tokens, live host and verification of payee, each a form. */
export function renderSwitches(view: View): Html {
  const { t } = view
  return html`<section class="panel" aria-labelledby="switches-title"><h2 id="switches-title">${t.switches}</h2><p class="help">${t.switchesHelp}</p>
<div class="halves"><ul class="cards">${renderService(view)}${renderLiveHost(view)}${renderVerification(view)}</ul><ul class="cards">${renderDelays(view)}${renderRotation(view)}</ul></div></section>`
}

function renderService(view: View): Html {
  const { t, sandbox } = view
  const { isDown, callsPerMinute } = readService(sandbox)
  const kept: Readonly<Record<string, string>> =
    callsPerMinute === null ? {} : { 'n:callsPerMinute': String(callsPerMinute) }
  return html`<li><h3>${t.service}</h3><div class="row between"><p><span class="tag ${isDown ? 'bad' : ''}">${isDown ? t.serviceDown : t.serviceUp}</span></p>
${button(view, 'changeService', isDown ? t.bringUp : t.takeDown, { 'b:isDown': String(!isDown), ...kept })}</div>
<form method="post" action="/desk/do/changeService" class="fields stack">${hidden(view)}<input type="hidden" name="b:isDown" value="${String(isDown)}">
<label>${t.callsPerMinute} <input type="number" name="n:callsPerMinute" min="1" max="1000000" value="${callsPerMinute ?? ''}"></label>
<button>${t.set}</button></form></li>`
}

function renderDelays(view: View): Html {
  const { t, sandbox } = view
  const { legalDays, bankDays } = readDelays(sandbox)
  return html`<li><h3>${t.delays}</h3><form method="post" action="/desk/do/changeDelays" class="fields stack">${hidden(view)}
<label>${t.legalDays} <input type="number" name="n:legalDays" required min="1" max="180" value="${legalDays}"></label>
<label>${t.bankDays} <input type="number" name="n:bankDays" min="1" max="180" value="${bankDays ?? ''}"></label>
<button>${t.set}</button></form></li>`
}

function renderRotation(view: View): Html {
  const { t, sandbox } = view
  const rotates = rotatesRefresh(sandbox)
  return html`<li><h3>${t.rotation}</h3><div class="row between"><p>${rotates ? t.rotationOn : t.rotationOff}</p>${button(view, 'rotateRefresh', rotates ? t.switchOff : t.switchOn, { 'b:rotate': String(!rotates) })}</div></li>`
}

function renderLiveHost(view: View): Html {
  const { t, sandbox } = view
  const { format } = readLiveHost(sandbox)
  const other = format === 'generic' ? 'bank' : 'generic'
  return html`<li><h3>${t.liveHost}</h3><div class="row between"><p>${t.liveHosts[format]}</p>${button(view, 'changeLiveHost', t.liveHostSwitch[other], { format: other })}</div></li>`
}

function renderVerification(view: View): Html {
  const { t, sandbox } = view
  const preset = readPresetAnswer(sandbox.db)
  return html`<li><h3>${t.verification}</h3><form method="post" action="/desk/do/changePayeeVerification" class="fields stack">${hidden(view)}
<label>${t.answer} <select name="answer">${presetAnswers.map(answer => html`<option value="${answer}"${answer === preset.answer ? html` selected` : ''}>${t.verificationAnswers[answer]}</option>`)}</select></label>
<label>${t.matchedName} <input name="name" maxlength="140" value="${preset.name ?? ''}"></label>
<button>${t.set}</button></form></li>`
}
