import type { Draft } from '#tour/edit.ts'
import type { PageData } from '#tour/page.ts'
import { byId, make, makeButton, makeCopy } from './make.ts'

/** What was changed of a call, for an address: a piece of a text after what stands before it, or the values of headers. */
export type Changes = {
  readonly target?: Piece
  readonly body?: Piece
  readonly headers: Readonly<Record<string, string>>
  readonly again: readonly string[]
}
type Piece = readonly [before: string, from: string, to: string]

/** The piece in which two texts differ, with a little of what stands before, or the whole other text; undefined where they don't. */
export function differ(one: string, other: string): Piece | undefined {
  if (one === other) return undefined
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const shortest = Math.min(one.length, other.length) - start
  while (end < shortest && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [before, from] = [one.slice(Math.max(0, start - 12), start), one.slice(start, one.length - end)]
  // A long piece holds what is another one's in another run: then the whole text is taken.
  if (from.length > longestPiece || before + from === '') return ['', '', other]
  return [before, from, other.slice(start, other.length - end)]
}
const longestPiece = 60

/** Makes a change in another text of the same kind; the text as it is where it has no such piece. */
export function applyPiece(text: string, piece: Piece | undefined): string {
  if (piece === undefined) return text
  const [before, from, to] = piece
  return before + from === '' ? to : text.replace(before + from, () => before + to)
}

const readLines = (text: string): [string, string][] =>
  text.split('\n').flatMap(line => {
    const colon = line.indexOf(':')
    return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
  })

/** The file in which the key of the call's certificate would have to be. */
type Lacking = { readonly lacks: string }
type Edit = Pick<Draft, 'target' | 'headers' | 'body'> & { readonly again: readonly string[] }

/** Opens a call as one that can be changed: what is signed in colours, then it is sent, and its card shows where the checks stop. */
export async function openEditor(id: number, box: Element, data: PageData, wished?: Changes): Promise<void> {
  const { edit: t, copied } = data.words
  const answer = await fetch(`/edit/${data.page}/${id}`)
  const draft: Draft | Lacking | null = answer.ok ? await answer.json() : null
  if (draft && 'lacks' in draft) {
    const [before = '', after = ''] = t.lacksKey.split('{file}')
    return box.replaceChildren(make('p', { class: 'notice' }, [before, make('code', {}, draft.lacks), after]))
  }
  if (draft === null) return box.replaceChildren(make('p', { class: 'soft' }, t.none))
  const signed = make('pre', { tabindex: '0' })
  const { elements, read } = drawFields(draft, wished, data)
  const draw = () => signed.replaceChildren(...drawSigned(draft, read()))
  draw()
  const said = make('p', { class: 'notice', role: 'status' })
  const send = makeButton(t.send, async () => {
    const edited = read()
    document.dispatchEvent(new CustomEvent('edited'))
    const body = JSON.stringify({ page: data.page, call: id, method: draft.method, ...edited })
    const sent = await fetch('/edit', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    said.textContent = sent.ok ? t.sent : (await sent.json()).error
  })
  const share = makeCopy(t.share, copied, () => {
    const at = [...byId('calls').querySelectorAll('.call')].findIndex(card => card.contains(box))
    const address = new URL(location.href)
    address.searchParams.set('edit', JSON.stringify([at, changesOf(draft, read())]))
    return address.href
  })
  const anew = makeButton(t.anew, () => openEditor(id, box, data))
  const signing = make('div', {}, [make('h3', {}, t.signed), signed])
  const editor = make('div', { class: 'editor' }, [make('div', {}, elements), signing])
  editor.addEventListener('input', draw)
  box.replaceChildren(make('p', { class: 'soft' }, t.how), editor, make('p', {}, [send, share, anew]), said)
}

/** What can be changed, with the changes of an address. */
function drawFields(draft: Draft, wished: Changes | undefined, { words: { edit: t } }: PageData) {
  const field = (rows: string, text: string, name: string) =>
    make('textarea', { rows, spellcheck: 'false', 'aria-label': name }, text)
  const target = field('1', applyPiece(draft.target, wished?.target), t.target)
  const changed = draft.headers.map(([name, value]) => [name, wished?.headers[name] ?? value].join(': '))
  const headers = field('9', changed.join('\n'), t.headers)
  const body = field('6', applyPiece(draft.body, wished?.body), t.body)
  const again = (['digest', 'signature'] as const).map(name => {
    const box = make('input', { type: 'checkbox', value: name })
    box.checked = wished?.again.includes(name) ?? false
    return { box, label: make('label', {}, [box, ` ${t.again[name]}`]) }
  })
  const read = (): Edit => ({
    target: target.value,
    headers: readLines(headers.value),
    body: body.value,
    again: again.filter(({ box }) => box.checked).map(({ box }) => box.value),
  })
  const labels = again.map(({ label }) => label)
  return { elements: [target, headers, ...(draft.body === '' ? [] : [body]), ...labels], read }
}

function changesOf(draft: Draft, { target, headers, body, again }: Edit): Changes {
  const now = new Map(headers)
  const others = draft.headers.filter(([name, value]) => now.get(name) !== value)
  const [ofTarget, ofBody] = [differ(draft.target, target), differ(draft.body, body)]
  return {
    ...(ofTarget ? { target: ofTarget } : {}),
    ...(ofBody ? { body: ofBody } : {}),
    headers: Object.fromEntries(others.map(([name]) => [name, now.get(name) ?? ''])),
    again,
  }
}

/** What the signature covers, a colour for each header; a line that is no longer what was signed is marked. */
function drawSigned(draft: Draft, { target, headers }: Edit): HTMLElement[] {
  const valueIn = (all: readonly (readonly [string, string])[], name: string) =>
    all.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
  return draft.signed.map((name, at) => {
    const isTarget = name === '(request-target)'
    const [was, is] = isTarget ? [draft.target, target] : [valueIn(draft.headers, name), valueIn(headers, name)]
    const text = `${name}: ${isTarget ? `${draft.method.toLowerCase()} ` : ''}${is}\n`
    return make('span', { class: `signed signed-${at % 6}${was === is ? '' : ' changed'}` }, text)
  })
}
