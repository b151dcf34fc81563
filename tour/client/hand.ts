// Loaded by the pages of the application and the bank while they are in the tour's frame: tells the tour where the person is, and
// acts for them, with a pointer one can follow. It obeys the page of the tour alone.
import type { Act, Find } from '#tour/story.ts'

/** A page as it was shown: without scripts and addresses, so that it can be drawn again without a server. */
export type Screen = {
  /** The document, with `{style}` where its style sheets belong. */
  readonly html: string
  /** The same for most pages of a site, so a file keeps it once. */
  readonly style: string
}

/** What the bank sent to the person's phone. */
export type Notification = { readonly from: string; readonly text: string; readonly code: string }

/** The keys that move the story. */
export type StoryKey = 'ArrowLeft' | 'ArrowRight' | 'Escape' | ' '

export type FromHand =
  /** Whether the browser has kept a cookie in this frame, if the page is one of the application's; when its document was opened. */
  | {
      readonly hand: 'here'
      readonly url: string
      readonly hasCookies: boolean
      readonly since: number
      /** Where the bank's page leads back twice (`doubled` in faults.ts); null on every other page. */
      readonly doubled: string | null
    }
  /** Another page has been asked for in its place. */
  | { readonly hand: 'leaving' }
  | { readonly hand: 'notification'; readonly notification: Notification }
  | { readonly hand: 'done'; readonly id: number }
  | { readonly hand: 'failed'; readonly id: number; readonly why: string }
  | { readonly hand: 'probed'; readonly id: number; readonly isPossible: boolean }
  | { readonly hand: 'screen'; readonly id: number; readonly screen: Screen }
  /** A key that the page in the frame has no use for. */
  | { readonly hand: 'key'; readonly key: StoryKey }
export type ToHand =
  | {
      readonly tour: 'act'
      readonly id: number
      readonly act: Act
      readonly paceMs: number
      readonly language: 'fr' | 'en'
    }
  /** The act under way ends where it is. */
  | { readonly tour: 'stop'; readonly id: number }
  | { readonly tour: 'start over'; readonly language: 'fr' | 'en' }
  | { readonly tour: 'show'; readonly id: number }
  /** Whether what an act is about is on the page now. */
  | { readonly tour: 'probe'; readonly id: number; readonly act: Act; readonly language: 'fr' | 'en' }

const script = document.currentScript
const origin = script instanceof HTMLScriptElement ? new URL(script.src).origin : null
/** Long enough for a page that takes several calls of a bank which answers each after three seconds. */
const patienceMs = 40_000
const lookAgainMs = 50

if (origin !== null && window.parent !== window) start(origin)

function start(tourOrigin: string) {
  const tell = (message: FromHand) => window.parent.postMessage(message, tourOrigin)
  let told = ''
  /** The page of the tour sends an act again when this page says where it is: it may have come before. */
  let lastId = 0
  const sayWhere = () => {
    if (told === location.href) return
    told = location.href
    const hasCookies = script?.hasAttribute('data-cookies') ?? false
    tell({ hand: 'here', url: location.href, hasCookies, since: performance.timeOrigin, doubled: findDoubled() })
    const notification = takePhone()
    if (notification) tell({ hand: 'notification', notification })
  }
  const whenReady = () => {
    sayWhere()
    setInterval(sayWhere, 150)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', whenReady)
  else whenReady()
  window.addEventListener('beforeunload', () => tell({ hand: 'leaving' }))
  window.addEventListener('keydown', event => {
    const key = freeKeyOf(event)
    if (key === null) return
    if (key === ' ') event.preventDefault()
    tell({ hand: 'key', key })
  })
  window.addEventListener('message', ({ origin: from, data }: MessageEvent<ToHand>) => {
    if (from !== tourOrigin) return
    if (data.tour === 'start over') return void startOver(data.language)
    if (data.tour === 'show') {
      const { id } = data
      return void captureScreen().then(screen => tell({ hand: 'screen', id, screen }))
    }
    if (data.tour === 'probe') {
      const { id, act, language } = data
      return tell({ hand: 'probed', id, isPossible: isPossible(act, language) })
    }
    if (data.id <= lastId) return
    lastId = data.id
    if (data.tour === 'stop') return
    const { id, act, paceMs, language } = data
    const step: Step = { paceMs, language, isStopped: () => id !== lastId, done: () => tell({ hand: 'done', id }) }
    perform(act, step).catch((error: unknown) => tell({ hand: 'failed', id, why: String(error) }))
  })
}

/** A key of the presenter that this page has no use for itself. */
function freeKeyOf({ key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }: KeyboardEvent) {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight' && key !== 'Escape' && key !== ' ') return null
  const users = key === ' ' ? 'input, select, textarea, [role], button, a, summary' : 'input, select, textarea, [role]'
  const isUsed = target instanceof Element && target.closest(users) !== null
  return isUsed || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey ? null : key
}

/** Two links to one address in a new tab and here: the bank explains so that the browser comes back twice. */
function findDoubled(): string | null {
  const first = document.querySelector<HTMLAnchorElement>('a.button[target=_blank]')
  const isDoubled = [...document.querySelectorAll<HTMLAnchorElement>('a.button:not([target])')].some(
    ({ href }) => href === first?.href,
  )
  return first && isDoubled ? first.href : null
}

/** The tour shows the phone itself, beside this page: what the bank drew of it is read and hidden. Null on a page without one. */
function takePhone(): Notification | null {
  const phone = document.querySelector<HTMLElement>('.phone-side')
  if (!phone) return null
  phone.hidden = true
  phone.style.display = 'none'
  const [from = '', text = ''] = ['.notification-head strong', '.notification-head + p'].map(part =>
    plain(phone.querySelector(part)?.textContent ?? ''),
  )
  return { from, text, code: plain(phone.querySelector(codeShown)?.textContent ?? '') }
}

const codeShown = '[data-testid=otp-code]'

/** Where somebody arrives who starts over (frame.ts). */
const startedOver = '/signin?start'

/** Language of the application's pages for whoever is not signed in, and nobody signed in. */
async function startOver(language: 'fr' | 'en') {
  const send = (path: string, fields: Record<string, string>) =>
    fetch(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  await send('/preferences', { locale: language })
  // Where its form leads, a page takes leave of whoever has just signed out: here somebody arrives.
  await send('/signout', {})
  location.replace(startedOver)
}

type Step = {
  readonly paceMs: number
  readonly language: 'fr' | 'en'
  readonly isStopped: () => boolean
  /** Called before what may leave the page. */
  readonly done: () => void
}

/** Does one act. Rejects if it is stopped, or not possible for a while. */
async function perform(act: Act, { paceMs, language, isStopped, done }: Step) {
  const find = (what: Find) => findUsable(what, language, isStopped)
  const press = async (element: HTMLElement, ms: number, before: () => void = () => {}) => {
    await pointAt(element, ms)
    if (isStopped()) throw new Error('stopped')
    before()
    element.click()
  }
  if ('look' in act) {
    await pointAt(await find(act.look), paceMs)
    done()
  } else if ('press' in act) {
    await press(await find(act.press), paceMs, done)
  } else if ('type' in act) {
    await write(await find(act.type), act.text, paceMs)
    done()
  } else if ('code' in act) {
    const field = await find(act.code)
    await write(field, document.querySelector(codeShown)?.textContent?.replace(/\D/g, '') ?? '', paceMs)
    done()
  } else if ('keypad' in act) {
    for (const digit of act.keypad) await press(await find({ css: `button[data-digit="${digit}"]` }), paceMs / 3)
    done()
  }
}

/** Whether what an act is about is there now, so that the act can begin. */
function isPossible(act: Act, language: 'fr' | 'en'): boolean {
  const what =
    'look' in act
      ? act.look
      : 'press' in act
        ? act.press
        : 'type' in act
          ? act.type
          : 'code' in act
            ? act.code
            : { css: 'button[data-digit]' }
  return candidates(what, language).some(isUsable)
}

/** Waits until it is there, can be seen and is not disabled. Rejects after a while. */
async function findUsable(what: Find, language: 'fr' | 'en', isStopped: () => boolean): Promise<HTMLElement> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    if (isStopped()) throw new Error('stopped')
    const found = candidates(what, language).find(isUsable)
    if (found) return found
    if (Date.now() > deadline) throw new Error(`not there: ${JSON.stringify(what)}`)
    await pause(lookAgainMs)
  }
}

function candidates(what: Find, language: 'fr' | 'en'): HTMLElement[] {
  if ('css' in what) return [...document.querySelectorAll<HTMLElement>(what.css)]
  const words = plain(what.words[language])
  return [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, p')].filter(
    ({ textContent }) => plain(textContent ?? '') === words,
  )
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

function isUsable(element: HTMLElement): boolean {
  if (element instanceof HTMLButtonElement && element.disabled) return false
  return element.getAttribute('aria-disabled') !== 'true' && element.getClientRects().length > 0
}

/** Key by key, as React and plain forms both notice it. */
async function write(element: HTMLElement, text: string, paceMs: number) {
  if (!(element instanceof HTMLInputElement)) throw new Error('not a field')
  await pointAt(element, paceMs)
  // The keys stay with the page of the tour, so the field hears of a focus that it does not get.
  element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (let length = 1; length <= text.length; length += 1) {
    set?.call(element, text.slice(0, length))
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    if (paceMs > 0) await pause(Math.min(paceMs / 12, 60))
  }
  element.dispatchEvent(new Event('change', { bubbles: true }))
  element.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

let pointer: HTMLElement | null = null

/** Moves the pointer to an element, scrolled into view; at no pace it only scrolls. */
async function pointAt(element: HTMLElement, paceMs: number) {
  bringIntoView(element)
  if (paceMs === 0) return
  pointer ??= drawPointer()
  document.documentElement.append(pointer)
  const { left, top, width, height } = element.getBoundingClientRect()
  pointer.style.transition = `transform ${paceMs}ms cubic-bezier(0.3, 0, 0.2, 1)`
  pointer.style.transform = `translate(${left + Math.min(width / 2, 120)}px, ${top + height / 2}px)`
  await pause(paceMs * 1.3)
}

/** Within this page alone: `scrollIntoView` would move the page around the frame as well. */
function bringIntoView(element: HTMLElement) {
  const middle = () => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue
    box.scrollTop += middle() - box.getBoundingClientRect().top - box.clientHeight / 2
  }
  window.scrollBy({ top: middle() - innerHeight / 2, behavior: 'instant' })
}

function drawPointer(): HTMLElement {
  const box = document.createElement('div')
  box.setAttribute('aria-hidden', 'true')
  Object.assign(box.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    zIndex: '2147483647',
    pointerEvents: 'none',
    transform: `translate(${innerWidth / 2}px, ${innerHeight / 2}px)`,
  })
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  for (const [name, value] of Object.entries({ width: '26', height: '30', viewBox: '0 0 26 30' }))
    svg.setAttribute(name, value)
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  const shape = 'M2 2v21l5.6-5 3.6 8.4 4.2-1.8-3.6-8.3 7.6-.3z'
  for (const [name, value] of Object.entries({ d: shape, fill: '#111', stroke: '#fff', 'stroke-width': '1.8' }))
    path.setAttribute(name, value)
  svg.append(path)
  box.append(svg)
  return box
}

function pause(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms))
}

const keptAttributes =
  /^(class|style|lang|dir|type|value|checked|selected|disabled|placeholder|open|role|data-[\w-]+|aria-[\w-]+|hidden|popover|colspan|rowspan|rows|cols|d|viewbox|fill|stroke[\w-]*|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|points|transform|offset|stop-[\w-]+|id|href|src|alt|clip-path|clip-rule|fill-rule|preserveaspectratio|opacity|xmlns|max|min|gradientunits|gradienttransform|text-anchor|font-size)$/i
const longestImage = 60_000

/** The page that this script is in, as it looks now. What was typed as a password is not in it. */
async function captureScreen(): Promise<Screen> {
  const copy = document.documentElement.cloneNode(true) as HTMLElement
  const shown = [...document.documentElement.querySelectorAll('*')]
  const copied = [...copy.querySelectorAll('*')]
  await Promise.all(copied.map((element, at) => settle(element, shown[at] ?? element)))
  for (const gone of copy.querySelectorAll(
    'script, link, meta, style, noscript, iframe, template, next-route-announcer',
  ))
    gone.remove()
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const { name } of [...element.attributes]) if (!keptAttributes.test(name)) element.removeAttribute(name)
  copy.querySelector('head')?.append('{style}')
  return { html: `<!doctype html>${copy.outerHTML}`, style: await readStyle() }
}

/** What an element shows and its markup does not say; addresses become plain. */
async function settle(copy: Element, shown: Element) {
  if (copy.hasAttribute('href') && !/^(use|image)$/.test(copy.localName)) copy.setAttribute('href', '#')
  if (shown instanceof HTMLInputElement) {
    copy.setAttribute('value', shown.type === 'password' ? '•'.repeat(shown.value.length) : shown.value)
    copy.toggleAttribute('checked', shown.checked)
  } else if (shown instanceof HTMLOptionElement) copy.toggleAttribute('selected', shown.selected)
  else if (shown instanceof HTMLImageElement) {
    const image = await readImage(shown.currentSrc || shown.src).catch(() => '')
    if (image === '') copy.remove()
    else copy.setAttribute('src', image)
  } else if (shown instanceof SVGUseElement && !shown.href.baseVal.startsWith('#')) {
    const symbol = await readSymbol(new URL(shown.href.baseVal, location.href)).catch(() => null)
    copy.replaceWith(symbol ?? '')
  } else if (shown instanceof SVGImageElement)
    copy.setAttribute('href', await readImage(new URL(shown.href.baseVal, location.href).href).catch(() => ''))
}

/** An image or a font as an address that needs no server; empty where it is another site's, or too large. */
async function readImage(address: string): Promise<string> {
  if (!address.startsWith(location.origin)) return address.startsWith('data:') ? address : ''
  const answer = await fetch(address)
  const image = await answer.blob()
  if (!answer.ok || image.size > longestImage) return ''
  return new Promise(done => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () => done(String(reader.result ?? '')))
    reader.readAsDataURL(image)
  })
}

/** All rules, without those that load something; the fonts that the page has loaded are in it. */
async function readStyle(): Promise<string> {
  const rules = [...document.styleSheets].flatMap(({ href, cssRules }) => [...cssRules].map(rule => ({ href, rule })))
  const [fonts, others] = [true, false].map(isFont =>
    rules.filter(({ rule }) => rule instanceof CSSFontFaceRule === isFont),
  )
  const loaded = await Promise.all((fonts ?? []).map(({ href, rule }) => keepFont(rule.cssText, href ?? location.href)))
  const plainRules = (others ?? []).map(({ rule }) => rule.cssText).filter(text => !text.startsWith('@import'))
  return [...loaded, plainRules.join('\n').replace(/url\("?(?!data:)[^()]*\)/g, 'none')].join('\n')
}

const sprites = new Map<string, Promise<Document>>()
/** A symbol of a file with several, as a picture of its own. */
async function readSymbol({ origin, pathname, hash }: URL): Promise<SVGElement | null> {
  if (origin !== location.origin) return null
  const load = async () => new DOMParser().parseFromString(await (await fetch(pathname)).text(), 'image/svg+xml')
  const sprite = sprites.get(pathname) ?? load()
  sprites.set(pathname, sprite)
  const symbol = (await sprite).getElementById(hash.slice(1))
  if (!symbol) return null
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  for (const { name, value } of symbol.attributes) if (name !== 'id') picture.setAttribute(name, value)
  picture.append(...[...symbol.childNodes].map(node => document.importNode(node, true)))
  return picture
}

const keptFonts = new Map<string, Promise<string>>()
/** A rule with its font; empty unless the page has drawn something with it. */
async function keepFont(rule: string, sheet: string): Promise<string> {
  const [, source = ''] = /url\("([^"]+)"\)/.exec(rule) ?? []
  const address = new URL(source, sheet).href
  // What the browser has loaded is in its list of what came; a font for other letters is not.
  if (source === '' || performance.getEntriesByName(address).length === 0) return ''
  const kept = keptFonts.get(address) ?? readImage(address).catch(() => '')
  keptFonts.set(address, kept)
  const font = await kept
  return font === '' ? '' : rule.replace(/src:[^;]*/, () => `src: url("${font}")`)
}
