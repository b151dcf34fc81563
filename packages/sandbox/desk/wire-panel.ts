import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import { formatTime } from '#sandbox/texts/catalogue.ts'
import { listCalls } from '#sandbox/wire/request-log.ts'
import { button, type View } from './page-parts.ts'
import { type DeskCall, showCall } from './show-call.ts'

const shownCalls = 40
/** The latest calls, which can be opened; a script adds new ones at the top. */
export function renderWire(view: View): Html {
  const { t, sandbox } = view
  const calls = listCalls(sandbox.db).slice(0, shownCalls).map(showCall)
  return html`<section class="panel" aria-labelledby="wire-title"><div class="row between"><h2 id="wire-title">${t.wire}</h2>
<div class="row"><span class="live" data-state data-live="${t.live}" data-paused="${t.paused}" role="status"></span><button type="button" data-toggle data-pause="${t.pause}" data-resume="${t.goLive}" hidden>${t.pause}</button>${calls.length === 0 ? '' : button(view, 'forgetCalls', t.forget)}</div></div>
<p class="help">${t.wireHelp}</p>
<p class="help" data-none${calls.length === 0 ? '' : html` hidden`}>${t.noCall}</p>
<ol class="calls" data-calls="${shownCalls}" data-last="${calls[0]?.id ?? 0}" data-lost="${t.lost}" data-curl="${t.curl}" data-steps="${t.steps}" data-request="${t.request}" data-response="${t.response}" data-faults="${JSON.stringify(t.faultTags)}">${calls.map(call => renderCall(view, call))}</ol></section>`
}

function renderCall({ t, language }: View, call: DeskCall): Html {
  const { id, method, target, status, code, ms, bankCode, faults } = call
  const family = status === null ? 'lost' : `s${Math.floor(status / 100)}`
  return html`<li><details><summary><span class="status ${family}">${status ?? '×'}</span> <span class="time">${formatTime(language, new Date(call.at), { timeStyle: 'medium' })}</span> <code class="bank">${bankCode ?? '–'}</code> <code class="line"><b>${method}</b> ${target}</code> ${code === null ? '' : html`<span class="tag bad">${code}</span>`}${faults.map(fault => html`<span class="tag fault">${t.faultTags[fault as keyof typeof t.faultTags] ?? fault}</span>`)} <span class="ms">${ms} ms</span></summary>
<div class="call"><p class="meta">${call.organisationId ?? '–'} · ${call.personId ?? '–'} · ${call.realAt} · <a href="/desk/api/wire/${id}/curl">${t.curl}</a></p>
<h3>${t.steps}</h3><ol class="steps">${call.steps.map(({ step, words, outcome, detail }) => html`<li class="${outcome}">${words?.[language] ?? step}${detail === null ? '' : html` <span lang="en">${detail}</span>`}</li>`)}</ol>
<h3>${t.request}</h3><pre tabindex="0">${headersOf(call.requestHeaders)}${call.requestBody === '' ? '' : `\n${formatBody(call.requestBody)}`}</pre>
<h3>${t.response}</h3><pre tabindex="0">${status === null ? t.lost : `${headersOf(call.responseHeaders)}\n${formatBody(call.responseBody)}`}</pre></div></details></li>`
}

function headersOf(headers: readonly { name: string; value: string }[]): string {
  return headers.map(({ name, value }) => `${name}: ${value}\n`).join('')
}

/** JSON in lines, as a person reads it; anything else as it was sent. The script of the page does the same for new calls. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
