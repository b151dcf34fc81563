import type { ChapterData, PageData } from '#tour/page.ts'
import type { Act, Person } from '#tour/story.ts'
import { openDays } from './days.ts'
import { openDriver, type Stage } from './driver.ts'
import { type Changes, openEditor } from './editor.ts'
import { openFrame } from './frame.ts'
import { drawInside, type Inside, sayMoment, sayMoney } from './inside.ts'
import { openKeys } from './keys.ts'
import { measureKnown, members } from './knowledge.ts'
import { isPaced, type State } from './machine.ts'
import { byId, closestTo, make, makeCopy } from './make.ts'
import { openNotes } from './notes.ts'
import { openPhone } from './phone.ts'
import { saveChapter } from './saving.ts'
import { type Ending, endingOf } from './strike.ts'
import { drawKnown, drawSaid, drawSteps } from './view.ts'
import { type Call, drawCall, isSentTo } from './wire.ts'

// The page of the tour: what its machine (machine.ts) asks for is done in the frame and at the tour's server, and shown.
const data: PageData = JSON.parse(byId('data').textContent ?? '')
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
  onKey: key => driver.state().mode !== 'by_hand' && keys.press(key),
  onDoubled: () => {
    const state = driver.state()
    // By hand the bank's page says what to open.
    if (state.work !== 'step') return null
    met.add('doubled')
    tellEnding({ text: data.endings.doubled, endsAfterMs: null })
    return isPaced(state) ? pace() : 0
  },
})
const notes = openNotes(data, event => keys.hear(event))
const days = openDays(data, day => void goToDay(day))

/** What `POST /begin` answers. */
type Begun = {
  readonly person: Person
  readonly acts: readonly (readonly Act[])[]
  readonly signIn: readonly Act[]
}

const variantSelect = byId<HTMLSelectElement>('variant')
let chapter: ChapterData = data.chapters[0] ?? fail()
let begun: Begun | null = null
let wire: EventSource | null = null

function fail(): never {
  throw new Error('the tour has no chapter')
}

/** After that long it is said what is waited for. */
const slowMs = 3_000
/** After that long a step waits for what it had begun before the time moved, and what is over. */
const expiredMs = 8_000
/** Since the chapter was put in place: what ends with it, such as a confirmed password, may be missed steps later. */
let hasTimeMoved = false
const redrawnMs = 2_000

const stage: Stage = {
  prepare: async signal => {
    begun = null
    hasTimeMoved = false
    pressedFaults = []
    met.clear()
    drawFaults([])
    windows.postMessage('')
    clearWire()
    phone.clear()
    byId('stored').replaceChildren()
    calls = []
    books = null
    byId('beside').hidden = true
    byId('moved').textContent = ''
    drawTold([])
    if (!returning) days.forget()
    byId('inside').replaceChildren(...(returning?.books ?? []))
    const variant = variantSelect.value
    const wish = { chapter: chapter.id, language: data.language, ...(variant === '' ? {} : { variant }) }
    const answered = await sayingSlow(t.waits.stage, () => post<Begun>('/begin', wish, signal))
    await sayingSlow(t.waits.page, () => frame.startOver(answered.person.bankCode, signal))
    begun = answered
    followWire()
    for (const id of pressedFaults) void turnFault(id, true)
    await showInside()
  },
  // Its page may be slow to come, and answers nothing before.
  find: (at, isLate, signal) => sayingSlow(t.waits.page, () => findPlace(at, isLate, signal), false),
  step: (at, isPaced, signal) => {
    struck = null
    // What a fault ended is told by then, and its step can't come to its own end.
    const ended = new Promise<string>(end => {
      endStep = end
    })
    const walked = walkStep(at, isPaced, signal).catch(async (error: unknown) => {
      // The call that a fault has met may be told a moment later than what came of it.
      await pause(settlingMs, signal)
      if (struck === null) throw error
      return struck
    })
    return Promise.race([walked, ended])
  },
  read: signal => pause(pace() * 4, signal),
  explain: (error, work) => {
    const said = error instanceof Error ? error.message : ''
    console.warn(`${chapter.id}, ${work}: ${error}`)
    // Nothing can be tried either.
    if (work === 'prepare') setOpening(false)
    // The browser's own error, in its own language: no server answers.
    if (error instanceof TypeError) return t.silent
    return work === 'prepare' ? `${t.unreachable} ${said}` : t.failed
  },
}
const driver = openDriver(stage, draw)

/** What a fault has done in the step that runs, or ran last. */
let struck: string | null = null
let endStep: (why: string) => void = () => {}
/** The last switch that was pressed comes first: a call does not say which of two changes has met it. */
let pressedFaults: readonly string[] = []
/** Those that have met a call since they were pressed. */
const met = new Set<string>()

/** A fault has met a call: what it did is said at once, and the step ends with it unless it comes to its own end. */
function strike(call: Call): void {
  for (const id of pressedFaults) {
    const ending = endingOf(id, call, data.endings)
    if (ending === null) continue
    met.add(id)
    tellEnding(ending)
    return
  }
}

function tellEnding({ text, endsAfterMs }: Ending): void {
  struck = text
  driver.send({ is: 'slow', why: text })
  const end = endStep
  if (endsAfterMs !== null) setTimeout(() => end(text), endsAfterMs)
}

async function walkStep(at: number, isPaced: () => boolean, signal: AbortSignal): Promise<null> {
  const next = chapter.steps[at]
  if (!begun || !next) throw new Error('no step')
  byId('calls').append(make('li', { class: 'act' }, [next.title, make('span', { class: 'of-act' })]))
  await faultTurned
  // On a small projector they would hide the calls.
  if (matchMedia('(max-height: 800px)').matches) byId('faults').removeAttribute('open')
  for (const [index, act] of (begun.acts[at] ?? []).entries()) {
    mirrorSoon()
    await sayingSlow(waitsFor(act), async () => {
      if (isInFrame(act)) await frame.perform(act, isPaced() ? pace() : 0, signal)
      else drawBeside(await post<Besides>('/act', { step: at, act: index }, signal))
    })
  }
  await sayingSlow(t.waits.page, () => frame.arrive(new RegExp(next.until), signal))
  showInsideSoon()
  // The bank executes a confirmed payment a moment later.
  setTimeout(showInside, 2_000)
  return null
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done, left) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      left(signal.reason)
    })
  })

/** Says what is waited for, once it takes long; what `canExpire` is over where the time has moved. */
async function sayingSlow<Result>(why: string, doing: () => Promise<Result>, canExpire = true): Promise<Result> {
  const { run } = driver.state()
  const after = (ms: number, say: () => void) => setTimeout(() => driver.state().run === run && say(), ms)
  const timers = [
    after(slowMs, () => driver.send({ is: 'slow', why: struck ?? why })),
    after(expiredMs, () => canExpire && hasTimeMoved && driver.send({ is: 'expired', why: t.expired })),
  ]
  return doing().finally(() => timers.forEach(clearTimeout))
}

function waitsFor(act: Act): string {
  if ('clock' in act) return t.waits.clock
  return isInFrame(act) ? t.waits.page : t.waits.bank
}

/** The steps that are done, by what the page in the frame lets begin. */
async function findPlace(at: number, isLate: boolean, signal: AbortSignal): Promise<number | null> {
  if (isLate) await signInAgain(signal)
  await frame.settle(signal)
  // A page that was opened again takes a moment to be drawn.
  const until = Date.now() + (isLate ? redrawnMs : 0)
  const canBegin = async (act: Act): Promise<boolean> => {
    if (await frame.canBegin(act, signal)) return true
    if (Date.now() >= until) return false
    await pause(settlingMs / 10, signal)
    return canBegin(act)
  }
  // Pages of the bank share an address, so steps that were done by hand are noticed by what the next one needs.
  for (let step = at; step <= chapter.steps.length; step += 1) {
    if (!frame.isAt(new RegExp(chapter.steps[step - 1]?.until ?? ''))) break
    const [first] = begun?.acts[step] ?? []
    if (first && isInFrame(first) && !(await canBegin(first))) continue
    // Whoever has acted may have reached the page without filling it in.
    for (const act of begun?.acts[step - 1] ?? [])
      if (isInput(act) && (await frame.canBegin(act, signal))) await frame.perform(act, 0, signal)
    return step
  }
  if (isLate) driver.send({ is: 'expired', why: t.expired })
  return null
}

/** A session ends when the time moves, and so does a visit at the bank: its page then leads elsewhere. */
async function signInAgain(signal: AbortSignal): Promise<void> {
  const before = new URL(frame.address())
  if (!begun || before.pathname === '/signin') return
  await frame.perform({ open: before.href }, 0, signal)
  if (!frame.isAt(/^localhost\/signin/)) return
  for (const act of begun.signIn) await frame.perform(act, 0, signal)
  await frame.arrive(/^localhost\/(?!signin)/, signal)
  await frame.perform({ open: before.href }, 0, signal)
}

/** Opens a chapter up to a step; resolves when it stands there, or does not. */
function begin(id: string, to = 0, wished = ''): Promise<State> {
  chapter = data.chapters.find(one => one.id === id) ?? chapter
  returning = null
  drawVariants(wished)
  driver.send({ is: 'chapter', steps: chapter.steps.length, to })
  return driver.rest()
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
async function post<Answer>(path: string, body: object, signal: AbortSignal | null = null): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ page: data.page, ...body }),
    signal,
  })
  const said = await answer.json()
  if (said?.error !== undefined) throw new Error(said.error)
  return said
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

const isInput = (act: Act) =>
  'type' in act || ('press' in act && 'css' in act.press && act.press.css.startsWith('input'))
const isInFrame = (act: Act) => !['desk', 'atBank', 'clock', 'stranger', 'refresh'].some(beside => beside in act)

const record = () =>
  saveChapter({
    data,
    driver,
    frame,
    chapter: () => chapter,
    calls: () => calls,
    restart: () => begin(chapter.id, 0, variantSelect.value),
    showInside,
  })

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
  showAuthorisations()
  const { at } = driver.state()
  const last = chapter.steps[at - 1]?.until
  const reached = chapter.steps.findIndex(
    ({ until }, index) => index >= at && until !== last && new RegExp(until).test(hostPath),
  )
  if (reached !== -1) driver.send({ is: 'arrived', at: reached + 1 })
  else if (driver.state().mode === 'by_hand') void followWithin(at + 1)
}

/** Pages of the bank share an address: a step there is done as soon as the next one could begin. */
async function followWithin(step: number) {
  const [first] = begun?.acts[step] ?? []
  if (!first || !isInFrame(first) || 'open' in first || !frame.isAt(new RegExp(chapter.steps[step - 1]?.until ?? '')))
    return
  const isThere = await frame.canBegin(first, AbortSignal.timeout(settlingMs)).catch(() => false)
  if (isThere && driver.state().mode === 'by_hand') driver.send({ is: 'arrived', at: step })
}
const settlingMs = 1_000

function followWire() {
  wire = new EventSource(`/wire/${data.page}`)
  const listen = (event: string, hear: (told: string) => void) =>
    wire?.addEventListener(event, ({ data: told }: MessageEvent<string>) => hear(told))
  const leave = (is: 'other window' | 'time over', why: string) => {
    begun = null
    driver.send({ is, why })
  }
  listen('taken', () => leave('other window', t.takenOver))
  listen('over', () => leave('time over', t.timeOver))
  listen('moved', what => {
    byId('moved').textContent = what === 'clock' ? t.moved.clock : t.moved.service
    if (what === 'clock') timeMoved()
    showInsideSoon()
  })
  listen('call', told => {
    const call: Call = JSON.parse(told)
    if (!isAuthorisation(call)) return showCall(call)
    authorisations = [...authorisations, call].slice(-mostAuthorisations)
    showAuthorisations()
  })
}

function showCall(call: Call) {
  const list = byId('calls')
  list.querySelector('.none')?.remove()
  list.append(drawCall(call, data))
  calls = [...calls, call]
  strike(call)
  countOfAct(list)
  // Of a card that is higher than the list, what it is about.
  list.scrollTop += (list.lastElementChild?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().top
  showInsideSoon()
  draw(driver.state())
}

/** Of anybody at the bank; this page's are those that have sent its browser on. */
let authorisations: readonly Call[] = []
const mostAuthorisations = 20
const isAuthorisation = ({ method, target }: Call) => method === 'GET' && target.includes('/oauth/authorize')

function showAuthorisations() {
  const ours = authorisations.filter(call => isSentTo(call, frame.address()))
  authorisations = authorisations.filter(call => !ours.includes(call))
  for (const call of ours) showCall(call)
}

// A call that somebody in the room has changed is on the wire as well, under a heading of its own.
document.addEventListener('edited', () => {
  document.body.classList.remove('enlarged')
  byId('calls').append(make('li', { class: 'act edited' }, [t.edit.heading, make('span', { class: 'of-act' })]))
})

/** Says at an act's heading how many calls it took. */
function countOfAct(list: HTMLElement) {
  const heading = [...list.querySelectorAll('.act')].at(-1)
  const said = heading?.querySelector('.of-act')
  if (!heading || !said) return
  const count = [...list.children].slice([...list.children].indexOf(heading) + 1).length
  said.textContent = (count === 1 ? t.oneCall : t.callsOfAct).replace('{count}', String(count))
}

function clearWire() {
  wire?.close()
  authorisations = []
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
  const mine = begun
  if (!mine) return
  const turned = faultTurned
  await turned
  const answer = await fetch(`/inside/${data.page}`).catch(() => null)
  if (!answer?.ok || mine !== begun) return
  const inside: Inside = await answer.json()
  if (mine !== begun) return
  if (!returning) byId('inside').replaceChildren(...drawInside(inside, mine.person, data))
  books = { start: books?.start ?? inside, now: inside }
  drawKnowledge()
  phone.receiveMails(inside.mails)
  drawTold(inside.told)
  // A fault turned meanwhile is not in this answer.
  if (turned === faultTurned) drawFaults(inside.faults)
  days.begin(books.start.now)
  if (!returning) days.draw(inside)
  byId('now').textContent = sayMoment(inside.now, data)
}

/** What the shop's own program has been told, newest first. */
function drawTold(told: Inside['told']) {
  byId('shop').hidden = told.length === 0
  byId('told').replaceChildren(
    ...told
      .toReversed()
      .map(({ type, amount }) =>
        make('li', {}, [make('strong', {}, type), amount === '' ? '' : ` ${sayMoney(amount, 'EUR', data)}`]),
      ),
  )
}

function timeMoved() {
  hasTimeMoved = true
  driver.send({ is: 'clock' })
}

async function moveClock(wish: { readonly by: string } | { readonly to: string }) {
  const said = byId('moved')
  byId('clock').ariaBusy = 'true'
  const slow = setTimeout(() => said.replaceChildren(t.waits.clock), slowMs)
  const moved = await post<{ readonly now: string }>('/clock', wish)
    .catch(() => null)
    .finally(() => {
      clearTimeout(slow)
      byId('clock').ariaBusy = 'false'
    })
  said.textContent = moved === null ? t.timeUnchanged : ''
  if (moved === null) return
  byId('now').textContent = sayMoment(moved.now, data)
  timeMoved()
  showInsideSoon()
}

/** While the chapter is played again up to a day: what the bank's books said then. */
let returning: { readonly books: readonly HTMLElement[] } | null = null

/** Forward the time moves; back the books are those of that day at once, while the chapter is played again up to it. */
async function goToDay(day: number) {
  if (!books || !begun) return
  const to = days.at(day)
  if (to >= books.now.now) return moveClock({ to })
  const recorded = days.recorded(day)
  const note = make('p', { class: 'notice' }, t.returning.replace('{day}', String(day)))
  const mine = { books: [note, ...(recorded ? drawInside(recorded, begun.person, data) : [])] }
  const playing = begin(chapter.id, driver.state().at, variantSelect.value)
  returning = mine
  const stands = await playing
  // Somebody may have gone elsewhere meanwhile.
  if (returning !== mine) return
  if (stands.stage !== 'set') byId('inside').replaceChildren()
  else if (day > 0) await moveClock({ to })
  if (returning === mine) returning = null
  showInsideSoon()
}

const faultButtons = [...document.querySelectorAll<HTMLButtonElement>('[data-fault]')]
function drawFaults(inForce: readonly string[]) {
  for (const button of faultButtons)
    button.setAttribute('aria-pressed', String(inForce.includes(button.dataset.fault ?? '')))
  byId('faults').classList.toggle('in-force', inForce.length > 0)
  byId('waiting').textContent = sayWaiting()
  drawAddress(driver.state())
}
const buttonsOn = () => faultButtons.filter(button => button.getAttribute('aria-pressed') === 'true')
const faultsOn = () => buttonsOn().map(button => button.dataset.fault ?? '')
/** Which calls the faults wait for that have met none yet. */
const sayWaiting = () =>
  buttonsOn()
    .filter(button => !met.has(button.dataset.fault ?? ''))
    .map(button => button.title)
    .join(' ')

/** Settles once the bank knows the last fault that was asked for, or has refused it: the next step must meet it. */
let faultTurned: Promise<void> = Promise.resolve()
function turnFault(id: string, isOn: boolean): Promise<void> {
  driver.send({ is: 'fault' })
  byId('unchanged').textContent = ''
  met.delete(id)
  // At once; the bank's answer says whether it stays so.
  drawFaults(
    faultsOn()
      .filter(one => one !== id)
      .concat(isOn ? id : []),
  )
  pressedFaults = [...(isOn ? [id] : []), ...pressedFaults.filter(one => one !== id)]
  // The chapter takes it along once it stands.
  if (!begun) return faultTurned
  faultTurned = faultTurned
    .then(() => post<{ readonly faults: readonly string[] }>('/fault', { id, isOn }))
    .then(({ faults }) => drawFaults(faults))
    .catch(() => {
      byId('unchanged').textContent = t.faultUnchanged
      showInsideSoon()
    })
  return faultTurned
}

/** What is shown can be opened again by its address: chapter, step, faults, language. */
function drawAddress({ goal }: State) {
  const on = faultsOn()
  // A step that runs too, so that the other language takes the story up where it is.
  const query = new URLSearchParams({ chapter: chapter.id, step: String(goal), lang: data.language })
  if (on.length > 0) query.set('faults', on.join(','))
  if (variantSelect.value !== '') query.set('variant', variantSelect.value)
  history.replaceState(null, '', `?${query}`)
  query.set('lang', data.language === 'fr' ? 'en' : 'fr')
  byId<HTMLAnchorElement>('language').href = `?${query}`
}

/** Everything that depends on the chapter and on where it stands. */
function draw(state: State) {
  const { mode, shown, steps, isPlaying, isAwaited } = state
  const isByHand = mode === 'by_hand' || isAwaited
  const cards = [...byId('calls').children]
  const lastAct = cards.findLastIndex(card => card.matches('.act:not(.edited)'))
  // What somebody has edited since is no part of the step.
  const edited = cards.findIndex((card, at) => at > lastAct && card.matches('.edited'))
  const ofStep = lastAct === -1 ? [] : cards.slice(lastAct + 1, edited === -1 ? cards.length : edited)
  byId('say').replaceChildren(
    ...drawSaid(state, chapter, { cards: ofStep, ending: struck ?? '', waiting: sayWaiting() }, data),
    ...(mode === 'by_hand' && begun ? drawTurn(begun.person) : []),
  )
  byId('steps').replaceChildren(...drawSteps(state, chapter))
  keepInSight(byId('steps').querySelector<HTMLElement>('.now'))
  drawKnowledge()
  press('hand', isByHand, isByHand ? t.giveBack : t.letMe)
  press('play', isPlaying, isPlaying ? t.pause : t.play)
  document.body.classList.toggle('by-hand', mode === 'by_hand')
  Object.assign(document.body.dataset, { mode, shown: String(shown), goal: String(state.goal) })
  byId<HTMLButtonElement>('back').disabled = shown === 0
  byId<HTMLButtonElement>('next').disabled = steps === 0
  byId('chapter').replaceChildren(make('kbd', {}, String(data.chapters.indexOf(chapter) + 1)), ' ', chapter.title)
  for (const link of document.querySelectorAll<HTMLElement>('#chapters [data-chapter]')) {
    if (link.dataset.chapter === chapter.id) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  drawAddress(state)
  notes.draw(shown, chapter)
}

/** Within its list alone: the page itself never moves. */
function keepInSight(item: HTMLElement | null) {
  const list = item?.closest<HTMLElement>('.story > *')
  if (!item || !list) return
  const below = item.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
  list.scrollTop = Math.max(0, list.scrollTop + below)
}

function press(id: string, isPressed: boolean, words: string) {
  byId(id).textContent = words
  byId(id).setAttribute('aria-pressed', String(isPressed))
}

/** The calls since the chapter began, and what the bank's books said then and last. */
let calls: readonly Call[] = []
let books: { readonly start: Inside; readonly now: Inside } | null = null

function drawKnowledge() {
  const measured = books === null ? new Map() : measureKnown(calls, books.now, books.start)
  byId('knows').replaceChildren(...drawKnown(driver.state().at, chapter, measured, data))
}

/** Opens the call, or the books, from which somebody knows something, at the members that say it. */
function showProof(proof: string, fact: string) {
  const shown = document.getElementById(`call-${proof}`) ?? byId('inside')
  shown.querySelector('details')?.setAttribute('open', '')
  const telling = members[fact]
  const said = [...shown.querySelectorAll('.member')].filter(one => telling?.test(one.textContent.replace(/\W/g, '')))
  for (const one of document.querySelectorAll('.proof')) one.classList.remove('proof')
  for (const one of said) one.classList.add('proof')
  ;(said[0] ?? shown).scrollIntoView({ block: 'nearest' })
  shown.animate([{ outline: '3px solid var(--accent)' }, { outline: '3px solid transparent' }], 1_500)
}

/** How whoever holds the tokens keeps them: the columns as they stand in their database. */
async function showStored(who: string | null) {
  const rows: Stored[] =
    who === 'bank'
      ? (books?.now.permissions.grants ?? []).map(one => ({ column: 'token_pairs.access_hash', value: one.accessHash }))
      : who === null
        ? []
        : (await (await fetch(`/stored/${data.page}`)).json()).stored
  byId('stored').replaceChildren(
    ...rows.map(({ column, value }) => make('div', {}, [make('dt', {}, column), make('dd', {}, value ?? 'NULL')])),
  )
  byId('stored').scrollIntoView({ block: 'nearest' })
}
type Stored = { readonly column: string; readonly value: string | null }

/** What whoever acts in the person's place needs to know. */
function drawTurn({ email, password, identifier, bankPassword }: Person): HTMLElement[] {
  const facts = [
    [t.atGuichet, `${email} · ${password}`],
    [t.atTheBank, `${identifier} · ${bankPassword}`],
  ] as const
  const rows = facts.map(([name, value]) => {
    const copy = makeCopy(t.copy, t.copied, () => value.split(' · ')[1] ?? '')
    return make('div', {}, [make('dt', {}, name), make('dd', {}, [value, ' ', copy])])
  })
  return [make('p', { class: 'notice' }, t.yourTurn), make('dl', { class: 'signs' }, rows)]
}

/** After the last step comes the next chapter. */
function goOn() {
  const following = data.chapters[data.chapters.indexOf(chapter) + 1]
  if (driver.state().mode === 'over' && following) void begin(following.id)
  else driver.send({ is: 'next' })
}

const presses: Readonly<Record<string, () => unknown>> = {
  play: () => driver.send({ is: 'play' }),
  next: goOn,
  back: () => driver.send({ is: 'back' }),
  again: () => begin(chapter.id, 0, variantSelect.value),
  hand: () => driver.send({ is: byId('hand').getAttribute('aria-pressed') === 'true' ? 'give back' : 'take over' }),
  export: record,
  notes: () => notes.open(),
  keys: () => byId('keys').setAttribute('aria-pressed', String(byId('keys').ariaPressed !== 'true')),
  present: () => {
    const isPresenting = document.body.classList.toggle('presenting')
    byId('present').setAttribute('aria-pressed', String(isPresenting))
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (isPresenting) void document.documentElement.requestFullscreen().catch(() => {})
  },
}
for (const [id, act] of Object.entries(presses))
  byId(id).addEventListener('click', () => {
    // The story begins where somebody walks on it.
    if (!['present', 'keys', 'notes'].includes(id)) setOpening(false)
    void act()
  })
byId('voice').addEventListener('change', () => draw(driver.state()))
variantSelect.addEventListener('change', () => void begin(chapter.id, 0, variantSelect.value))
byId('knows').addEventListener('click', event => {
  const { proof, fact = '', who } = closestTo(event, '[data-proof]')?.dataset ?? {}
  if (proof === undefined) return
  showProof(proof, fact)
  void showStored(fact === 'token' && who !== undefined ? who : null)
})
byId('steps').addEventListener('click', event => {
  const at = closestTo(event, '[data-step]')?.dataset.step
  if (at !== undefined) driver.send({ is: 'go', to: Number(at) + 1 })
})
for (const button of faultButtons)
  button.addEventListener(
    'click',
    () => void turnFault(button.dataset.fault ?? '', button.getAttribute('aria-pressed') !== 'true'),
  )
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-clock]'))
  button.addEventListener('click', () => void moveClock({ by: button.dataset.clock ?? '' }))
document.addEventListener('fullscreenchange', () => {
  if (document.fullscreenElement) return
  document.body.classList.remove('presenting')
  byId('present').setAttribute('aria-pressed', 'false')
})
document.addEventListener('click', event => {
  const id = closestTo(event, '[data-chapter]')?.dataset.chapter
  if (id === undefined || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  byId('chapters').hidePopover()
  setOpening(false)
  void begin(id)
})
// A button that was clicked gives the keys back: Space plays, whatever was clicked last.
document.addEventListener('click', event => {
  if (event.detail > 0) closestTo(event, 'button, summary')?.blur()
})
const keys = openKeys({
  driver,
  shortcuts: {
    f: () => byId('faults').toggleAttribute('open'),
    t: () => byId('clock').toggleAttribute('open'),
    r: () => turnSelect('speed'),
    v: () => turnSelect('voice'),
    l: () => byId('language').click(),
    e: () => void record(),
    n: () => notes.open(),
    p: () => byId('present').click(),
    q: () => document.getElementById('room')?.togglePopover(),
  },
  chapters: data.chapters.length,
  openChapter: number => {
    const asked = data.chapters[number - 1]
    if (asked) void begin(asked.id)
  },
  goOn,
  onMoved: () => setOpening(false),
})
function turnSelect(id: string) {
  const select = byId<HTMLSelectElement>(id)
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length
  select.dispatchEvent(new Event('change'))
}

/** Attacks that were tried, each with what ended it. */
const tried = new Set<number>()
let attacking = 0

/** Runs the chapter up to the step, forges its next call and goes on; says at which check it ended. */
async function attack(at: number): Promise<void> {
  const { fault, chapter: id, step } = data.attacks[at] ?? fail()
  const mine = ++attacking
  const say = (words: string) => {
    const said = document.querySelector(`[data-attack="${at}"] + p`)
    said?.replaceChildren(words)
    said?.scrollIntoView({ block: 'nearest' })
  }
  say(t.opening.running)
  const stands = isAhead(id, step) ? await goTo(step) : await begin(id, step)
  const isSet = mine === attacking && stands.at === step && stands.stage === 'set'
  if (isSet) await turnFault(fault, true)
  if (isSet) driver.send({ is: 'next' })
  await driver.rest()
  // Somebody may have begun another one, or gone elsewhere.
  if (!isSet || mine !== attacking) return say('')
  say(struck ?? t.opening.held)
  tried.add(at)
  const score = tried.size === 1 ? t.opening.scoreOne : t.opening.score.replace('{count}', String(tried.size))
  byId('score').textContent = score
}

/** Whether the story is on its way to a step of a chapter. */
function isAhead(id: string, step: number): boolean {
  const { at, stage, work } = driver.state()
  return chapter.id === id && at <= step && (stage === 'set' || work === 'prepare')
}

function goTo(step: number): Promise<State> {
  driver.send({ is: 'go', to: step })
  return driver.rest()
}

function setOpening(isOpen: boolean) {
  byId('opening').hidden = !isOpen
  document.body.classList.toggle('is-opening', isOpen)
}
byId('rob').addEventListener('click', () => {
  byId('rob').hidden = true
  byId('attacks').hidden = false
  // While the room reads them, the story walks up to the first.
  const [{ chapter: id, step } = fail()] = data.attacks
  if (isAhead(id, step)) void goTo(step)
})
byId('attacks').addEventListener('click', event => {
  const at = closestTo(event, '[data-attack]')?.dataset.attack
  if (at !== undefined) void attack(Number(at))
})

// Another language is another page: what was chosen stays.
for (const id of ['voice', 'speed'])
  byId(id)
    .querySelector(`[value="${sessionStorage.getItem(id)}"]`)
    ?.setAttribute('selected', '')
byId('keys').ariaPressed = sessionStorage.getItem('keys') ?? 'true'
// Its people are erased with the page. One that comes back from the browser's memory is another page.
window.addEventListener('pagehide', () => {
  for (const id of ['voice', 'speed']) sessionStorage.setItem(id, byId<HTMLSelectElement>(id).value)
  sessionStorage.setItem('keys', String(byId('keys').ariaPressed))
  const left = new Blob([JSON.stringify({ page: data.page })], { type: 'application/json' })
  navigator.sendBeacon('/left', left)
})
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

// Where frames keep no cookies apart (`credentialless`), windows of one browser share the person's session: the last one has it.
const windows = new BroadcastChannel('tour')
const hasOwnCookies = 'credentialless' in HTMLIFrameElement.prototype
windows.addEventListener('message', () => {
  if (!hasOwnCookies && begun) driver.send({ is: 'other window', why: t.takenOver })
})

void openAddress(new URLSearchParams(location.search))
async function openAddress(query: URLSearchParams) {
  const wished = (query.get('faults') ?? '').split(',').filter(Boolean)
  setOpening(!query.has('chapter'))
  const step = Math.min(20, Number(query.get('step') ?? 0)) || 0
  const { stage: at } = await begin(query.get('chapter') ?? chapter.id, step, query.get('variant') ?? '')
  if (at === 'set') for (const id of wished) await turnFault(id, true)
  if (wished.length > 0) byId('faults').setAttribute('open', '')
  const edit = query.get('edit')
  // An address that somebody has cut opens the chapter all the same.
  if (edit !== null && at === 'set') await openShared(edit).catch((error: unknown) => console.warn(error))
}

/** Opens the call of an address as somebody has changed it. */
async function openShared(edit: string) {
  const [at, changes]: [number, Changes] = JSON.parse(edit)
  const card = byId('calls').querySelectorAll('.call')[at]
  const box = card?.querySelector('.forms [aria-live]')
  if (!card || !box) return
  card.querySelector('details')?.setAttribute('open', '')
  await openEditor(Number(card.id.replace('call-', '')), box, data, changes)
}
