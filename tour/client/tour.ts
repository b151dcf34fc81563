import type { ChapterData, PageData } from '#tour/page.ts'
import type { Act, Person } from '#tour/story.ts'
import { openFrame } from './frame.ts'
import { drawInside, type Inside } from './inside.ts'
import { byId, make } from './make.ts'
import { type RecordedStep, writeRecording } from './recording.ts'
import { type Call, drawCall } from './wire.ts'

// The page of the tour: one chapter at a time, step by step, by the customer without hands or by whoever sits in front of it.
const data = JSON.parse(byId('data').textContent ?? '') as PageData
const { words: t } = data
const frame = openFrame(byId<HTMLIFrameElement>('frame'), data, followByHand)

/** What `POST /begin` answers. */
type Begun = { readonly person: Person; readonly acts: readonly (readonly Act[])[]; readonly wireAfter: number }

let chapter: ChapterData = data.chapters[0] ?? fail()
let begun: Begun | null = null
let done = 0
/** Changes with every chapter and every stop: what runs for an earlier one ends. */
let turn = 0
let isPlaying = false
let isActing = false
let wire: EventSource | null = null

function fail(): never {
  throw new Error('the tour has no chapter')
}

async function begin(id: string, upTo = 0): Promise<boolean> {
  const mine = ++turn
  chapter = data.chapters.find(one => one.id === id) ?? chapter
  begun = null
  done = 0
  setPlaying(false)
  clearWire()
  draw(t.preparing)
  byId('inside').replaceChildren()
  try {
    const answered = await post<Begun>('/begin', { chapter: chapter.id, language: data.language })
    if (mine !== turn) return false
    await frame.startOver(answered.person.bankCode)
    if (mine !== turn) return false
    begun = answered
    followWire(answered)
    draw()
    void showInside()
    while (done < upTo) if (!(await step(0))) return false
    return true
  } catch (error) {
    if (mine === turn) draw(`${t.unreachable} ${error instanceof Error ? error.message : ''}`)
    return false
  }
}

/** Rejects with what the tour's server says. */
async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const said = (await answer.json()) as Answer | { readonly error: string }
  if (typeof said === 'object' && said !== null && 'error' in said) throw new Error(said.error)
  return said as Answer
}

/** Walks one step; false if it did not finish or something else was begun meanwhile. */
async function step(paceMs = pace()): Promise<boolean> {
  const next = chapter.steps[done]
  if (!begun || !next || isActing) return false
  const mine = turn
  let notice: string | undefined
  isActing = true
  byId('calls').append(make('li', { class: 'act' }, next.title))
  draw()
  try {
    for (const [at, act] of (begun.acts[done] ?? []).entries()) {
      if (isInFrame(act)) await frame.perform(act, paceMs)
      else await post('/act', { step: done, act: at })
      if (mine !== turn) return false
    }
    await frame.arrive(new RegExp(next.until))
    showInsideSoon()
    // The bank executes a confirmed payment a moment later.
    setTimeout(showInside, 2_000)
    if (mine !== turn) return false
    done += 1
    return true
  } catch (error) {
    console.warn(`${chapter.id}, step ${done}: ${error}`)
    if (mine === turn) notice = t.failed
    setPlaying(false)
    return false
  } finally {
    isActing = false
    if (mine === turn) draw(notice)
  }
}

const isInFrame = (act: Act) => !['desk', 'atBank', 'clock', 'stranger', 'refresh'].some(beside => beside in act)

async function play() {
  setPlaying(!isPlaying)
  const mine = turn
  if (isPlaying && done === chapter.steps.length && !(await begin(chapter.id))) return
  if (done === 0) setPlaying(true)
  while (isPlaying && done < chapter.steps.length) {
    // Long enough to read the sentences of the step.
    await new Promise(next => setTimeout(next, pace() * 4))
    if (!isPlaying || (mine !== turn && done > 0)) break
    if (!(await step())) break
  }
  setPlaying(false)
}

function setPlaying(is: boolean) {
  isPlaying = is
  byId('play').textContent = is ? t.pause : t.play
  byId('play').setAttribute('aria-pressed', String(is))
}

/** Walks the chapter from its start and saves it as a file. */
async function record() {
  if (!(await begin(chapter.id))) return
  const mine = turn
  const steps: RecordedStep[] = []
  while (done < chapter.steps.length) {
    const before = byId('calls').childElementCount
    if (!(await step(0))) return
    // What the step set off is drawn a moment later.
    await new Promise(next => setTimeout(next, settledMs))
    await showInside()
    const screen = await frame.show()
    if (mine !== turn) return
    const calls = [...byId('calls').children].slice(before).filter(card => card.matches('.call'))
    steps.push({
      screen,
      calls: calls.map(card => card.outerHTML).join(''),
      inside: byId('inside').innerHTML,
      knows: byId('knows').innerHTML,
    })
  }
  const style = await (await fetch(data.style)).text()
  const file = new Blob([writeRecording(chapter, steps, style, data)], { type: 'text/html' })
  const address = URL.createObjectURL(file)
  make('a', { href: address, download: `guichet-${chapter.id}-${data.language}.html` }).click()
  // Once the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
const settledMs = 800

const pace = () => Number(byId<HTMLSelectElement>('speed').value)

/** Somebody acts in the frame: the story goes on with the step whose end they reached. */
function followByHand(hostPath: string) {
  byId('address').textContent = hostPath
  if (isActing || !begun) return
  const last = chapter.steps[done - 1]?.until
  const at = chapter.steps.findIndex(
    ({ until }, index) => index >= done && until !== last && new RegExp(until).test(hostPath),
  )
  if (at === -1) return
  done = at + 1
  draw()
}

function followWire({ person, wireAfter }: Begun) {
  const isOfChapter = callsAbout(person)
  wire = new EventSource(`/wire?after=${wireAfter}`)
  wire.addEventListener('call', event => {
    const call = JSON.parse((event as MessageEvent<string>).data) as Call
    if (!isOfChapter(call)) return
    const list = byId('calls')
    list.querySelector('.none')?.remove()
    const card = drawCall(call, data)
    list.append(card)
    list.scrollTop = list.scrollHeight
    showInsideSoon()
  })
}

/**
 * Whether a call is about the chapter's person: made with their tokens, or with Guichet's own, which name nobody; a registration names
 * no bank of the group either. Of payments, those
 * that were requested since the chapter began.
 */
function callsAbout(person: Person): (call: Call) => boolean {
  const payments = new Set<string>()
  return ({ personId, bankCode, method, target, responseHeaders }) => {
    if (personId !== null) return personId === person.customerId
    if (bankCode !== null && bankCode !== person.bankCode) return false
    const created = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value ?? ''
    if (method === 'POST' && target.endsWith('/payment-requests')) payments.add(paymentIn(created))
    return !target.includes('/payment-requests/') || payments.has(paymentIn(target))
  }
}

const paymentIn = (address: string) => /\/payment-requests\/([^/?]+)/.exec(address)?.[1] ?? ''

function clearWire() {
  wire?.close()
  byId('calls').replaceChildren(make('li', { class: 'none' }, t.noCalls))
}

let insideTimer: ReturnType<typeof setTimeout> | undefined
/** After a burst of calls, once. */
function showInsideSoon() {
  clearTimeout(insideTimer)
  insideTimer = setTimeout(showInside, 200)
}

async function showInside() {
  const mine = turn
  if (!begun) return
  const answer = await fetch(`/inside/${begun.person.customerId}`)
  if (!answer.ok || mine !== turn) return
  const inside = (await answer.json()) as Inside
  byId('inside').replaceChildren(...drawInside(inside, begun.person, data))
  drawFaults(inside.faults)
  drawClock(inside.now)
}

function drawClock(now: string) {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' } as const
  byId('now').textContent = new Date(now).toLocaleString(data.language === 'en' ? 'en-GB' : 'fr', style)
}

async function moveClock(by: string) {
  drawClock((await post<{ readonly now: string }>('/clock', { by })).now)
  showInsideSoon()
}

const faultButtons = [...document.querySelectorAll<HTMLButtonElement>('[data-fault]')]
function drawFaults(inForce: readonly string[]) {
  for (const button of faultButtons)
    button.setAttribute('aria-pressed', String(inForce.includes(button.dataset.fault ?? '')))
  if (inForce.length > 0) byId('faults').setAttribute('open', '')
  drawAddress()
}
const faultsOn = () =>
  faultButtons
    .filter(button => button.getAttribute('aria-pressed') === 'true')
    .map(button => button.dataset.fault ?? '')

async function turnFault(id: string, isOn: boolean) {
  drawFaults((await post<{ readonly faults: readonly string[] }>('/fault', { id, isOn })).faults)
}

/** What is shown can be opened again by its address: chapter, step, faults, language. */
function drawAddress() {
  const on = faultsOn()
  const query = new URLSearchParams({ chapter: chapter.id, step: String(done), lang: data.language })
  if (on.length > 0) query.set('faults', on.join(','))
  history.replaceState(null, '', `?${query}`)
  query.set('lang', data.language === 'fr' ? 'en' : 'fr')
  byId<HTMLAnchorElement>('language').href = `?${query}`
}

/** Everything that depends on the chapter and the step. `notice` replaces the sentences. */
function draw(notice?: string) {
  const { steps } = chapter
  const current = steps[done]
  byId('say').replaceChildren(
    make('h2', {}, current ? `${done + 1}. ${current.title}` : t.over),
    ...(notice !== undefined
      ? [make('p', { class: 'notice' }, notice)]
      : current
        ? (['who', 'proves', 'rule'] as const).map(line =>
            make('p', { class: line }, [make('b', {}, t[line]), current[line]]),
          )
        : [make('p', {}, chapter.lead), make('p', { class: 'soft' }, chapter.lastPassed)]),
  )
  byId('steps').replaceChildren(
    ...steps.map(({ title }, at) => {
      const button = make(
        'button',
        { type: 'button', 'data-step': String(at), ...(at === done ? { 'aria-current': 'step' } : {}) },
        [make('span', { 'aria-hidden': 'true' }, at < done ? '✓' : String(at + 1)), title],
      )
      return make('li', { class: at < done ? 'done' : at === done ? 'now' : '' }, [button])
    }),
  )
  drawKnown()
  byId<HTMLButtonElement>('back').disabled = done === 0 || !begun
  byId<HTMLButtonElement>('next').disabled = done === steps.length || !begun || isActing
  for (const link of document.querySelectorAll<HTMLElement>('[data-chapter]')) {
    if (link.dataset.chapter === chapter.id) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  drawAddress()
}

function drawKnown() {
  const rows = chapter.known[done] ?? []
  const before = chapter.known[Math.max(0, done - 1)] ?? []
  const head = make('tr', {}, [
    make('td'),
    ...chapter.holders.map(who => make('th', { scope: 'col' }, t.holders[who as keyof typeof t.holders])),
  ])
  byId('knows').replaceChildren(
    make('thead', {}, [head]),
    make(
      'tbody',
      {},
      rows.map((row, at) =>
        make('tr', {}, [
          make('th', { scope: 'row' }, t.facts[chapter.facts[at] as keyof typeof t.facts]),
          ...row.map((hold, column) =>
            make(
              'td',
              { class: `${hold}${before[at]?.[column] === hold ? '' : ' new'}` },
              t.holds[hold as keyof typeof t.holds],
            ),
          ),
        ]),
      ),
    ),
  )
}

const goTo = (target: number) => (target > done ? walkTo(target) : begin(chapter.id, target))
async function walkTo(target: number) {
  while (done < target) if (!(await step(target - done > 1 ? 0 : pace()))) return
}

byId('play').addEventListener('click', play)
byId('next').addEventListener('click', () => void step())
byId('back').addEventListener('click', () => void goTo(Math.max(0, done - 1)))
byId('again').addEventListener('click', () => void begin(chapter.id))
byId('steps').addEventListener('click', ({ target }) => {
  const at = (target as Element).closest<HTMLElement>('[data-step]')?.dataset.step
  if (at !== undefined && begun) void goTo(Number(at) + (Number(at) >= done ? 1 : 0))
})
for (const button of faultButtons)
  button.addEventListener('click', () => {
    if (begun) void turnFault(button.dataset.fault ?? '', button.getAttribute('aria-pressed') !== 'true')
  })
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-clock]'))
  button.addEventListener('click', () => void moveClock(button.dataset.clock ?? ''))
byId('export').addEventListener('click', () => void record())
byId('present').addEventListener('click', () => {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void document.documentElement.requestFullscreen()
})
document.addEventListener('click', event => {
  const id = (event.target as Element).closest<HTMLElement>('[data-chapter]')?.dataset.chapter
  if (id === undefined || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  void begin(id)
})
document.addEventListener('keydown', event => {
  const { key, target, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey || (target instanceof HTMLElement && /^(SELECT|INPUT|PRE)$/.test(target.tagName)))
    return
  const isButton = target instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)
  if (key === 'ArrowRight') void step()
  else if (key === 'ArrowLeft') void goTo(Math.max(0, done - 1))
  else if (key === ' ' && !isButton) void play()
  else if (/^\d$/.test(key)) typeChapter(key)
  else return
  event.preventDefault()
})

let typed = ''
let typedTimer: ReturnType<typeof setTimeout> | undefined
/** Opens a chapter by its number. A first digit waits for a second one where both could be a number. */
function typeChapter(digit: string) {
  clearTimeout(typedTimer)
  typed += digit
  const isWhole = Number(typed) * 10 > data.chapters.length
  typedTimer = setTimeout(openTyped, isWhole ? 0 : secondDigitMs)
}
const secondDigitMs = 800

function openTyped() {
  const asked = data.chapters[Number(typed) - 1]
  typed = ''
  if (asked) void begin(asked.id)
}

void openAddress(new URLSearchParams(location.search))
async function openAddress(query: URLSearchParams) {
  const wished = (query.get('faults') ?? '').split(',').filter(Boolean)
  const step = Math.min(20, Number(query.get('step') ?? 0)) || 0
  if (await begin(query.get('chapter') ?? chapter.id, step)) for (const id of wished) await turnFault(id, true)
}
