import type { ChapterData, PageData } from '#tour/page.ts'
import type { Act, Person } from '#tour/story.ts'
import { openFrame } from './frame.ts'
import type { StepKey } from './hand.ts'
import { drawInside, type Inside } from './inside.ts'
import { byId, make } from './make.ts'
import { openPhone } from './phone.ts'
import { type RecordedStep, writeRecording } from './recording.ts'
import { type Call, drawCall } from './wire.ts'

// The page of the tour: one chapter at a time, step by step, by the customer without hands or by whoever sits in front of it.
const data = JSON.parse(byId('data').textContent ?? '') as PageData
const { words: t } = data
const phone = openPhone(data)
const frame = openFrame(byId<HTMLIFrameElement>('frame'), data, {
  onArrival: hostPath => {
    followByHand(hostPath)
    mirrorSoon()
  },
  onNotification: notification => {
    phone.receive(notification)
    mirrorSoon()
  },
  onKey: key => {
    if (!isByHand) stepByKey(key)
  },
})

/** What `POST /begin` answers. */
type Begun = { readonly person: Person; readonly acts: readonly (readonly Act[])[]; readonly wireAfter: number }

const variantSelect = byId<HTMLSelectElement>('variant')
let chapter: ChapterData = data.chapters[0] ?? fail()
let begun: Begun | null = null
let done = 0
/** Changes with every chapter and every stop: what runs for an earlier one ends. */
let turn = 0
let isPlaying = false
/** While a chapter is prepared: whether it stands at its step in the end. */
let beginning: Promise<boolean> | null = null
let isActing = false
/** Whoever sits in front of the page acts in the frame. */
let isByHand = false
let wire: EventSource | null = null

function fail(): never {
  throw new Error('the tour has no chapter')
}

function begin(id: string, upTo = 0, wished = variantSelect.value): Promise<boolean> {
  const mine = prepare(id, upTo, wished).finally(() => {
    if (beginning === mine) beginning = null
  })
  beginning = mine
  return mine
}

async function prepare(id: string, upTo: number, wished: string): Promise<boolean> {
  const mine = ++turn
  frame.stop()
  chapter = data.chapters.find(one => one.id === id) ?? chapter
  drawVariants(wished)
  begun = null
  done = 0
  setPlaying(false)
  setByHand(false)
  clearWire()
  phone.clear()
  byId('beside').hidden = true
  drawTold([])
  draw(t.preparing)
  byId('inside').replaceChildren()
  try {
    const variant = variantSelect.value
    const answered = await post<Begun>('/begin', {
      chapter: chapter.id,
      language: data.language,
      ...(variant === '' ? {} : { variant }),
    })
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
    // The browser's own error, in its own language: no server answers.
    if (mine === turn)
      draw(error instanceof TypeError ? t.silent : `${t.unreachable} ${error instanceof Error ? error.message : ''}`)
    return false
  }
}

/** The choice of how the chapter is told, where there is one. */
function drawVariants(wished: string) {
  byId('variant-label').hidden = chapter.variants.length === 0
  variantSelect.replaceChildren(
    ...chapter.variants.map(({ id, text }) =>
      make('option', { value: id, ...(id === wished ? { selected: '' } : {}) }, text),
    ),
  )
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
  byId('calls').append(make('li', { class: 'act' }, [next.title, make('span', { class: 'of-act' })]))
  draw()
  try {
    await faultTurned
    for (const [at, act] of (begun.acts[done] ?? []).entries()) {
      mirrorSoon()
      if (isInFrame(act)) await frame.perform(act, paceMs)
      else drawBeside(await post<Besides>('/act', { step: done, act: at }))
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
    if (mine === turn && !isByHand) notice = t.failed
    setPlaying(false)
    return false
  } finally {
    isActing = false
    // The fields of the person's browser had it while they were filled in.
    if (!isByHand) frame.leave()
    if (mine === turn) draw(notice)
  }
}

/** What `POST /act` answers: where somebody else's browser is then, if the act was theirs. */
type Besides = { readonly beside: { readonly address: string; readonly title: string; readonly text: string } | null }

/** The browser of somebody who is not the person of the frame. */
function drawBeside({ beside }: Besides) {
  if (!beside) return
  byId('beside').hidden = false
  byId('beside').replaceChildren(
    make('h3', {}, t.strangersBrowser),
    make('p', { class: 'address' }, beside.address),
    make('strong', {}, beside.title),
    make('p', {}, beside.text),
  )
}

const isInFrame = (act: Act) => !['desk', 'atBank', 'clock', 'stranger', 'refresh'].some(beside => beside in act)

async function play() {
  if (isPlaying) return setPlaying(false)
  if (isByHand && !(await giveBack())) return
  const isReady = beginning ?? (begun && done < chapter.steps.length ? true : begin(chapter.id))
  const mine = turn
  setPlaying(true)
  if (!(await isReady)) return mine === turn ? setPlaying(false) : undefined
  // The sentences of the first step were there before the button was pressed; each next step leaves time to read its own.
  while (isPlaying && mine === turn && (await step()) && done < chapter.steps.length)
    await new Promise(next => setTimeout(next, pace() * 4))
  if (mine === turn) setPlaying(false)
}

/** Another page of the tour has begun a chapter: the bank and the person are its own now. */
function giveWay() {
  turn += 1
  frame.stop()
  begun = null
  setPlaying(false)
  setByHand(false)
  draw(t.takenOver)
}

/** Stops the walk and leaves the frame to whoever sits in front of the page. */
function takeOver() {
  setPlaying(false)
  setByHand(true)
  frame.stop()
  draw()
}

/** The story goes on with the step that can begin where the frame is, or from the chapter's start up to the same step. */
async function giveBack(): Promise<boolean> {
  setByHand(false)
  draw()
  for (let at = done; at < chapter.steps.length; at += 1) {
    // Pages of the bank share an address, so steps that were done by hand are noticed by what the next one needs.
    if (!frame.isAt(new RegExp(chapter.steps[at - 1]?.until ?? ''))) break
    const [first] = begun?.acts[at] ?? []
    if (first && isInFrame(first) && !(await frame.canBegin(first))) continue
    done = at
    draw()
    return true
  }
  return begin(chapter.id, done)
}

function setByHand(is: boolean) {
  isByHand = is
  byId('hand').textContent = is ? t.giveBack : t.letMe
  byId('hand').setAttribute('aria-pressed', String(is))
  document.body.classList.toggle('by-hand', is)
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
      calls: calls.map(recordedCard).join(''),
      inside: byId('inside').innerHTML,
      phone: phone.shown().length === 0 ? '' : byId('phone').innerHTML,
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

/** A card without what needs a server. */
function recordedCard(card: Element): string {
  const copy = card.cloneNode(true) as Element
  copy.querySelector('.forms')?.remove()
  for (const rule of copy.querySelectorAll('.rule-id'))
    rule.replaceWith(make('span', { class: 'rule-id' }, rule.textContent))
  return copy.outerHTML
}

const pace = () => Number(byId<HTMLSelectElement>('speed').value)

let mirrorTimer: ReturnType<typeof setTimeout> | undefined
/** Shows phones in the room what the person sees, once the page has settled. */
function mirrorSoon() {
  if (!data.isMirrored) return
  clearTimeout(mirrorTimer)
  mirrorTimer = setTimeout(async () => {
    const { html, style } = await frame.show()
    const shown = phone.shown().map(({ from, text, code }) => ({ from, text, code }))
    await post('/mirror', { language: data.language, address: byId('address').textContent, html, style, phone: shown })
  }, 400)
}

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
  wire.addEventListener('begun', giveWay)
  wire.addEventListener('call', event => {
    const call = JSON.parse((event as MessageEvent<string>).data) as Call
    if (!isOfChapter(call)) return
    const list = byId('calls')
    list.querySelector('.none')?.remove()
    const card = drawCall(call, data)
    list.append(card)
    countOfAct(list)
    list.scrollTop = list.scrollHeight
    showInsideSoon()
  })
}

/** Says at an act's heading how many calls it took. */
function countOfAct(list: HTMLElement) {
  const heading = [...list.querySelectorAll('.act')].at(-1)
  const said = heading?.querySelector('.of-act')
  if (!heading || !said) return
  const count = [...list.children].slice([...list.children].indexOf(heading) + 1).length
  said.textContent = (count === 1 ? t.oneCall : t.callsOfAct).replace('{count}', String(count))
}

/**
 * Whether a call is about the chapter's person: made with their tokens, or with Guichet's own, which name nobody; a registration names
 * no bank of the group either. Of payments, those
 * that were requested since the chapter began.
 */
function callsAbout(person: Person): (call: Call) => boolean {
  const payments = new Set<string>()
  const reports = new Set<string>()
  return ({ personId, bankCode, method, target, requestBody, responseHeaders }) => {
    if (personId !== null) return personId === person.customerId
    if (bankCode !== null && bankCode !== person.bankCode) return false
    const report = reportIn(requestBody)
    if (report !== '' && target.endsWith('/oauth/token')) return reports.has(report)
    if (method === 'POST' && target.endsWith('/payment-requests')) reports.add(report)
    const created = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value ?? ''
    if (method === 'POST' && target.endsWith('/payment-requests')) payments.add(paymentIn(created))
    return !target.includes('/payment-requests/') || payments.has(paymentIn(target))
  }
}

/** What a payment's report URL contains, also in a form. */
const reportIn = (body: string) => /\/payment(?:\/|%2F)([\w-]{16,})/.exec(body)?.[1] ?? ''
const paymentIn = (address: string) => /\/payment-requests\/([^/?]+)/.exec(address)?.[1] ?? ''

function clearWire() {
  wire?.close()
  byId('calls').replaceChildren(make('li', { class: 'none' }, t.noCalls))
}

// Jobs, mails and the bank's own work happen by themselves.
setInterval(() => document.visibilityState === 'visible' && void showInside(), 4_000)

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
  phone.receiveMails(inside.mails)
  drawTold(inside.told)
  drawFaults(inside.faults)
  drawClock(inside.now)
}

const euros = new Intl.NumberFormat(data.language === 'en' ? 'en-GB' : 'fr', { style: 'currency', currency: 'EUR' })

/** What the shop's own program has been told. */
function drawTold(told: Inside['told']) {
  byId('shop').hidden = told.length === 0
  byId('told').replaceChildren(
    ...told.map(({ type, amount }) =>
      make('li', {}, [make('strong', {}, type), amount === '' ? '' : ` ${euros.format(Number(amount))}`]),
    ),
  )
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
  byId('faults').classList.toggle('in-force', inForce.length > 0)
  drawAddress()
}
const faultsOn = () =>
  faultButtons
    .filter(button => button.getAttribute('aria-pressed') === 'true')
    .map(button => button.dataset.fault ?? '')

/** Settles once the bank knows the last fault that was asked for, or has refused it: the next step must meet it. */
let faultTurned: Promise<void> = Promise.resolve()
function turnFault(id: string, isOn: boolean): Promise<void> {
  faultTurned = faultTurned
    .then(() => post<{ readonly faults: readonly string[] }>('/fault', { id, isOn }))
    .then(({ faults }) => drawFaults(faults))
    .catch(() => draw(t.faultUnchanged))
  return faultTurned
}

/** What is shown can be opened again by its address: chapter, step, faults, language. */
function drawAddress() {
  const on = faultsOn()
  const query = new URLSearchParams({ chapter: chapter.id, step: String(done), lang: data.language })
  if (on.length > 0) query.set('faults', on.join(','))
  if (variantSelect.value !== '') query.set('variant', variantSelect.value)
  history.replaceState(null, '', `?${query}`)
  query.set('lang', data.language === 'fr' ? 'en' : 'fr')
  byId<HTMLAnchorElement>('language').href = `?${query}`
}

/** Everything that depends on the chapter and the step. `notice` replaces the sentences. */
function draw(notice?: string) {
  const { steps } = chapter
  const current = steps[done]
  const following = current && notice === undefined ? steps[done + 1] : undefined
  byId('say').replaceChildren(
    make('h2', {}, current ? `${done + 1}. ${current.title}` : t.over),
    ...(notice !== undefined
      ? [make('p', { class: 'notice' }, notice)]
      : current
        ? (['who', 'proves', 'rule'] as const).map(line =>
            make('p', { class: line }, [make('b', {}, t[line]), current[line]]),
          )
        : drawEnd()),
    ...(isByHand && current ? drawTurn() : []),
    ...(following ? [make('p', { class: 'upcoming' }, [make('b', {}, t.upcoming), following.title])] : []),
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
  byId('chapter').replaceChildren(make('kbd', {}, String(data.chapters.indexOf(chapter) + 1)), ' ', chapter.title)
  for (const link of document.querySelectorAll<HTMLElement>('#chapters [data-chapter]')) {
    if (link.dataset.chapter === chapter.id) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  drawAddress()
}

/** The last words of a chapter, and the way to the next one. */
function drawEnd(): HTMLElement[] {
  const next = data.chapters[data.chapters.indexOf(chapter) + 1]
  return [
    make('p', {}, chapter.lead),
    ...(next
      ? [
          make('p', {}, [
            make('b', {}, t.nextChapter),
            make('a', { href: `?chapter=${next.id}&lang=${data.language}`, 'data-chapter': next.id }, next.title),
          ]),
        ]
      : []),
    make('p', { class: 'soft' }, chapter.lastPassed),
  ]
}

/** What whoever acts in the person's place needs to know. */
function drawTurn(): HTMLElement[] {
  if (!begun) return []
  const { email, password, identifier, bankPassword } = begun.person
  const facts = [
    [t.atGuichet, `${email} · ${password}`],
    [t.atTheBank, `${identifier} · ${bankPassword}`],
  ] as const
  return [
    make('p', { class: 'notice' }, t.yourTurn),
    make(
      'dl',
      { class: 'signs' },
      facts.map(([name, value]) => make('div', {}, [make('dt', {}, name), make('dd', {}, value)])),
    ),
  ]
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
variantSelect.addEventListener('change', () => void begin(chapter.id))
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
byId('hand').addEventListener('click', () => (isByHand ? void giveBack() : takeOver()))
byId('present').addEventListener('click', () => {
  const isPresenting = document.body.classList.toggle('presenting')
  byId('present').setAttribute('aria-pressed', String(isPresenting))
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (isPresenting) void document.documentElement.requestFullscreen().catch(() => {})
})
document.addEventListener('fullscreenchange', () => {
  if (document.fullscreenElement) return
  document.body.classList.remove('presenting')
  byId('present').setAttribute('aria-pressed', 'false')
})
document.addEventListener('click', event => {
  const id = (event.target as Element).closest<HTMLElement>('[data-chapter]')?.dataset.chapter
  if (id === undefined || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  byId('chapters').hidePopover()
  void begin(id)
})
document.addEventListener('keydown', event => {
  const { key, target, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey || (target instanceof HTMLElement && /^(SELECT|INPUT|PRE)$/.test(target.tagName)))
    return
  const isButton = target instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)
  if (key === 'ArrowRight' || key === 'ArrowLeft') stepByKey(key)
  else if (key === ' ' && !isButton) void play()
  else if (/^\d$/.test(key)) typeChapter(key)
  else return
  event.preventDefault()
})

function stepByKey(key: StepKey) {
  if (key === 'ArrowRight') void step()
  else void goTo(Math.max(0, done - 1))
}

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
  if (await begin(query.get('chapter') ?? chapter.id, step, query.get('variant') ?? ''))
    for (const id of wished) await turnFault(id, true)
  if (wished.length > 0) byId('faults').setAttribute('open', '')
}
