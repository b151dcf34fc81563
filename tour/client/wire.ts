import type { PageData } from '#tour/page.ts'
import { openEditor } from './editor.ts'
import { make, makeButton, makeCopy } from './make.ts'
import { explainTerms } from './terms.ts'

/** A call at the bank's interface, as its control desk tells it. */
export type Call = {
  readonly id: number
  readonly ms: number
  readonly bankCode: string | null
  readonly personId: string | null
  readonly method: string
  readonly target: string
  readonly requestHeaders: readonly Header[]
  readonly requestBody: string
  readonly steps: readonly Step[]
  readonly status: number | null
  readonly code: string | null
  readonly responseHeaders: readonly Header[]
  readonly responseBody: string
  readonly faults: readonly string[]
}
type Step = {
  readonly step: string
  readonly words: { readonly fr: string; readonly en: string } | null
  /** Of the bank's interface, by its id. */
  readonly rule: string | null
  readonly outcome: string
  readonly detail: string | null
}
type Header = { readonly name: string; readonly value: string }

/** Whether a browser is where the bank has sent it on, as far as the desk shows where: an authorisation names nobody. */
export function isSentTo(
  { target, responseHeaders }: Pick<Call, 'target' | 'responseHeaders'>,
  address: string,
): boolean {
  const location = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value
  // Refused on a page of the bank's, it stays at the address.
  const shown = location?.split('…')[0] ?? /state=[\w-]+/.exec(target)?.[0] ?? ''
  return shown !== '' && address.includes(shown)
}

/** A call as a card: what it is for, then the bank's checks one by one, then what was said. */
export function drawCall(call: Call, data: PageData): HTMLElement {
  const { words: t } = data
  const { method, target, status, ms, code } = call
  const isGood = status !== null && status < 400
  const purpose = data.calls.find(([pattern]) => new RegExp(pattern).test(`${method} ${target}`))?.[1] ?? method
  const summary = make('summary', {}, [
    make('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'),
    make('strong', {}, purpose),
    make('code', { class: 'line' }, `${method} ${shorten(target)}`),
    make('span', { class: isGood ? 'status good' : 'status bad' }, [
      String(status ?? '×'),
      ...(/^\w{4,20}$/.test(code ?? '') ? explainTerms(` ${code}`, data) : []),
    ]),
    make('span', { class: 'ms' }, ms < 1 ? '< 1 ms' : `${Math.round(ms)} ms`),
  ])
  const list = call.steps.map(({ step, words, rule, outcome, detail }, at) => {
    const said = outcome === 'refused' && detail !== null ? sayReason(detail, data) : ''
    const line = make('li', { class: outcome }, [
      words?.[data.language] ?? step,
      rule === null ? '' : drawRule(rule, data),
      said,
    ])
    line.style.setProperty('--at', String(at))
    return line
  })
  const passed = call.steps.filter(({ outcome }) => outcome !== 'refused').length
  return make('li', { id: `call-${call.id}`, class: isGood ? 'call' : 'call refused' }, [
    make('details', {}, [
      summary,
      make('div', { class: 'sides' }, [drawForms(call.id, data), ...drawSides(call, data)]),
    ]),
    make('p', { class: 'count', 'aria-hidden': 'true' }, t.passed.replace('{count}', String(passed))),
    make('ol', { class: 'checks', 'aria-label': t.checks }, list),
  ])
}

/** What was asked and answered. */
function drawSides(call: Call, data: PageData): HTMLElement[] {
  const { words: t } = data
  const asked = [...drawQuery(call.target, data), ...drawMessage(call.requestHeaders, call.requestBody, data)]
  const isLost = call.status === null
  const answered = isLost ? [make('p', {}, t.lost)] : drawMessage(call.responseHeaders, call.responseBody, data)
  return [
    make('section', {}, [make('h3', {}, t.request), ...asked]),
    make('section', {}, [make('h3', {}, t.response), ...answered]),
  ]
}

/** Why the bank refused, in the page's language as far as it is known there. */
function sayReason(detail: string, { reasons }: PageData): HTMLElement {
  const [pattern, said] = reasons.find(([one = '']) => new RegExp(one).test(detail)) ?? []
  if (pattern === undefined || said === undefined) return make('span', { class: 'detail', lang: 'en' }, detail)
  const [matched = '', part = ''] = new RegExp(pattern).exec(detail) ?? []
  return make('span', { class: 'detail', title: detail }, said.replace('$1', matched === '' ? '' : part))
}

/** The id of a rule; pressed, it shows what the rule says. */
function drawRule(id: string, { words: t, language }: PageData): HTMLElement {
  const show = async (button: HTMLElement) => {
    const isOpen = button.getAttribute('aria-expanded') === 'true'
    button.setAttribute('aria-expanded', String(!isOpen))
    if (isOpen) return button.nextElementSibling?.remove()
    const said = make('span', { class: 'rule-text', role: 'note' })
    button.after(said)
    const answer = await fetch(`/rules/${encodeURIComponent(id)}?lang=${language}`)
    if (!answer.ok) return said.append(t.silent)
    const { source, text, lang }: Rule = await answer.json()
    said.append(make('span', { lang }, text), make('span', { class: 'source' }, source))
  }
  return makeButton(t.followsRule.replace('{id}', id), show, { class: 'rule-id', 'aria-expanded': 'false' })
}
type Rule = { readonly source: string; readonly text: string; readonly lang: string }

const formNames = ['curl', 'stet', 'api'] as const
type Forms = Readonly<Record<(typeof formNames)[number], string | null>>

/** The same call to be made by oneself: as curl, as a program of packages/stet, and as what a merchant asks Guichet for. */
function drawForms(id: number, data: PageData): HTMLElement {
  const { words: t } = data
  const shown = make('div', { 'aria-live': 'polite' })
  const show = async (name: (typeof formNames)[number], button: HTMLElement) => {
    const answer = await fetch(`/forms/${id}`)
    const forms: Forms | null = answer.ok ? await answer.json() : null
    const text = forms?.[name] ?? null
    for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
    if (text === null) return shown.replaceChildren(make('p', { class: 'soft' }, t.noForm[name]))
    const how = make('p', { class: 'soft' }, [t.runs, ' ', makeCopy(t.copy, t.copied, () => text)])
    shown.replaceChildren(how, make('pre', { tabindex: '0' }, text))
  }
  const buttons = formNames.map(name =>
    makeButton(t.forms[name], button => show(name, button), { 'aria-pressed': 'false' }),
  )
  const edit = makeButton(t.edit.open, () => {
    document.body.classList.add('enlarged')
    return openEditor(id, shown, data)
  })
  const large = makeButton(t.enlarge, () => document.body.classList.toggle('enlarged'))
  return make('section', { class: 'forms' }, [make('h3', {}, t.byYourself), ...buttons, edit, large, shown])
}

function drawMessage(headers: readonly Header[], body: string, data: PageData): HTMLElement[] {
  const rows = headers.map(({ name, value }) => {
    const text = data.headers[name.toLowerCase()]
    return make('div', {}, [
      make('dt', {}, name),
      make('dd', {}, [value, text === undefined ? '' : make('span', { class: 'why' }, text)]),
    ])
  })
  const content = body === '' ? [make('p', { class: 'soft' }, data.words.empty)] : drawBody(format(body), data)
  return [make('dl', {}, rows), ...content]
}

/** The parameters of an address, which are a form too. */
function drawQuery(target: string, data: PageData): HTMLElement[] {
  const query = target.split('?')[1] ?? ''
  return query === '' ? [] : drawBody(format(query).replaceAll(/%[0-9A-F]{2}/g, decode), data)
}

function decode(escaped: string): string {
  return /%[2-7]/.test(escaped) ? decodeURIComponent(escaped) : escaped
}

/** A body whose members say what they are when pointed at, and once more as a list. */
function drawBody(text: string, { members, words }: PageData): HTMLElement[] {
  const named = new Set<string>()
  // The name before `=` in a form, or in quotes before `:` in JSON.
  const parts = text.split(/(^&?[\w-]+(?==)|"[^"\n]+"(?=: ))/m).map((part, at) => {
    const name = part.replace(/^&|"/g, '')
    const meaning = at % 2 === 1 && Object.hasOwn(members, name) ? members[name] : undefined
    if (meaning === undefined) return part
    named.add(name)
    return make('span', { class: 'member', 'data-why': meaning }, part)
  })
  const list = [...named].map(name => make('div', {}, [make('dt', {}, name), make('dd', {}, members[name] ?? '')]))
  return [
    make('pre', { tabindex: '0' }, parts),
    ...(list.length === 0
      ? []
      : [make('details', { class: 'members' }, [make('summary', {}, words.members), make('dl', {}, list)])]),
  ]
}

function format(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body.replaceAll('&', '\n&')
  }
}

/** Without the part of the path that is the same for all, and with short ids. */
function shorten(target: string): string {
  return target
    .replace(/^\/stet\/(psd2|setting)\/(v[\d.]+\/)?/, '/')
    .replace(/\?.*/, '?…')
    .replace(/\/([\w-]{4})[\w-]{12,}/g, '/$1…')
}
