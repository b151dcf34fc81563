import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import type { Texts } from '#sandbox/texts/catalogue.ts'
import { formatTime, type Language } from '#sandbox/texts/catalogue.ts'
import { listCalls } from '#sandbox/wire/request-log.ts'
import { button, tag, type View } from './page-parts.ts'
import { type DeskCall, showCall } from './show-call.ts'

const shownCalls = 40

type Said = { readonly sandbox: View['sandbox']; readonly language: Language; readonly t: Texts['desk'] }

/** The latest calls, which can be opened; a script adds new ones at the top. */
export function renderWire(view: View): Html {
  const { t, sandbox } = view
  const [newest] = listCalls(sandbox.db)
  return html`<div class="row"><span class="live" data-state data-live="${t.live}" data-paused="${t.paused}" role="status"></span><button type="button" data-toggle data-pause="${t.pause}" data-resume="${t.resume}" hidden>${t.pause}</button>${newest ? button(view, 'forgetCalls', t.forget) : ''}</div>
<p class="help" data-none${newest ? html` hidden` : ''}>${t.none.call}</p>
<ol class="calls" data-calls="${shownCalls}" data-last="${newest?.id ?? 0}">${renderCalls(view, 0)}</ol>`
}

/** The calls after one, newest first, as the log shows them. */
export function renderCalls(said: Said, after: number): Html {
  const calls = listCalls(said.sandbox.db).filter(({ id }) => id > after)
  return html`${calls.slice(0, shownCalls).map(call => renderCall(said, showCall(call)))}`
}

function renderCall({ t, language }: Said, call: DeskCall): Html {
  const { id, method, target, status, code, ms, bankCode, faults } = call
  const family = status === null ? 'lost' : `s${Math.floor(status / 100)}`
  const faultNames: Readonly<Record<string, string>> = t.faultTags
  return html`<li data-call="${id}"><details><summary><span class="status ${family}">${status ?? '×'}</span> <span class="time">${formatTime(language, new Date(call.at), { timeStyle: 'medium' })}</span> <code class="meta">${bankCode ?? '–'}</code> <code class="line"><b>${method}</b> ${target}</code> ${code === null ? '' : tag(code, true)}${faults.map(fault => html`<span class="tag fault">${faultNames[fault] ?? fault}</span>`)} <span class="meta">${ms} ms</span></summary>
<p class="meta">${call.organisationId ?? '–'} · ${call.personId ?? '–'} · ${call.realAt} · <a href="/desk/api/wire/${id}/curl">${t.curl}</a></p>
<h3>${t.steps}</h3><ol class="steps">${call.steps.map(({ step, words, outcome, detail }) => html`<li class="${outcome}">${words?.[language] ?? step}${detail === null ? '' : html` <span lang="en">${detail}</span>`}</li>`)}</ol>
<h3>${t.request}</h3><pre tabindex="0">${headersOf(call.requestHeaders)}${call.requestBody === '' ? '' : `\n${formatBody(call.requestBody)}`}</pre>
<h3>${t.response}</h3><pre tabindex="0">${status === null ? t.lost : `${headersOf(call.responseHeaders)}\n${formatBody(call.responseBody)}`}</pre></details></li>`
}

function headersOf(headers: readonly { name: string; value: string }[]): string {
  return headers.map(({ name, value }) => `${name}: ${value}\n`).join('')
}

/** JSON in lines, as a person reads it; anything else as it was sent. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
