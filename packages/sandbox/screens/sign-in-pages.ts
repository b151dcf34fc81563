import { html } from 'hono/html'
import type { Bank } from '#sandbox/banks.ts'
import { brandOf, type Html } from '#sandbox/html/brands.ts'
import { renderAppScreen, renderScreen } from '#sandbox/html/layout.ts'
import { fieldNotices, limits, type Notice, progressOf } from '#sandbox/store/journey.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { Visit } from '#sandbox/store/visits.ts'
import { fill, formatTime, otherLanguage, type Texts, texts } from '#sandbox/texts/catalogue.ts'
import { readIdentifier, segmentOf } from './identifier.ts'

/** The TPP: the name of the application first, then the legal one (document 3, `software_id`). */
export type Names = { readonly software: string; readonly legal: string }

/** Data for a screen of any visit: an authorization, a payment, the fallback's login. */
export type ScreenView = {
  readonly visit: Visit
  readonly bank: Bank
  /** Path of this visit, without a trailing slash. */
  readonly path: string
  readonly startUrl: string
  readonly now: Date
  /** Digits of the keypad in this page's order. */
  readonly keypad: readonly number[]
  /** Stored by this browser for this bank, at the customer's choice; undefined if that is not offered. */
  readonly rememberedIdentifier: string | null | undefined
  /** The customer, once the identifier is known. */
  readonly person: Person | null
  readonly names: Names
  /** Version of the simulated bank's app; null in a browser. */
  readonly app: string | null
  readonly words: Words
  /** What one may have typed in one's place; null except in a demonstration. */
  readonly demonstration: Demonstration | null
}

export type Demonstration = {
  readonly people: readonly Pick<Person, 'identifier' | 'firstName' | 'lastName'>[]
  /** Of the visit's customer, where it is known. */
  readonly password: string | null
}

/** Texts that differ between visits with the same sign-in screens. */
export type Words = {
  /** Who requests what. */
  readonly wish: string
  readonly leave: string
  readonly leaveHelp: string
  /** What follows the last attempt. */
  readonly locked: string
  readonly code: {
    readonly title: string
    readonly intro: string
    readonly message: string
    readonly details: Html | null
  }
}

/** A page of the bank around `content`, in its app or in a browser. */
export function screen(
  view: ScreenView,
  parts: { title: string; content: Html; failed?: boolean; beside?: Html | undefined; wide?: boolean },
): Html {
  const t = texts[view.visit.language].screens
  const frame = {
    bank: view.bank,
    language: view.visit.language,
    title: parts.failed ? `${t.errorTitle}${parts.title}` : parts.title,
    languageHref: `${view.path}?lang=${otherLanguage(view.visit.language)}`,
    startUrl: view.startUrl,
    content: parts.content,
    beside: parts.beside,
  }
  return view.app === null ? renderScreen(frame) : renderAppScreen({ ...frame, version: view.app })
}

/** Progress as a bar, and in words. */
export function progress(view: ScreenView): Html {
  const { step, steps } = progressOf(view.visit)
  const t = texts[view.visit.language].screens
  const marks = Array.from({ length: steps }, () => html`<i></i>`)
  return html`<p class="progress step-${step}"><span class="bar" aria-hidden="true">${marks}</span>${fill(t.progress, { step, steps })}</p>`
}

/** Every form contains the turn it was made for; the cookie and the path identify the visit. */
export function form(view: ScreenView, action: string, inner: Html, className = ''): Html {
  return html`<form method="post" action="${view.path}/${action}" class="${className}" autocomplete="off" novalidate data-once>
<input type="hidden" name="turn" value="${view.visit.turn}">
${inner}
</form>`
}

/** The button to leave, on every screen, with the time left. */
export function leaveForm(view: ScreenView): Html {
  const { leave, leaveHelp } = view.words
  return html`<div class="leave">${form(view, 'refuse', html`<button class="quiet" aria-describedby="leave-help">${leave}</button>`)}
<p id="leave-help">${leaveHelp}</p>${timer(view)}</div>`
}

/** The time-out is part of the security of these screens; the script warns two minutes before and then asks the server. */
export function timer(view: ScreenView): Html {
  const t = texts[view.visit.language].screens
  const seconds = Math.max(0, Math.round((view.visit.expiresAt.getTime() - view.now.getTime()) / 1000))
  return html`<p class="timer" role="timer" aria-live="polite" data-seconds="${seconds}" data-text="${t.timeLeft}" hidden></p>`
}

const goodNews: readonly (Notice | null)[] = ['code_resent']

/** The result of the last try; empty if there is none. */
export function message(view: ScreenView): Html {
  const t = texts[view.visit.language].screens
  const text = sayNotice(view)
  if (text === null) return html``
  if (goodNews.includes(view.visit.notice)) return html`<p class="notice good" role="status">${text}</p>`
  return html`<p class="notice" id="message" role="alert"><span class="sr">${t.errorTitle}</span>${text}</p>`
}

/** Whether the page's title must say that something went wrong. */
export function hasFailed(view: ScreenView): boolean {
  return view.visit.notice !== null && !goodNews.includes(view.visit.notice)
}

function sayNotice(view: ScreenView): string | null {
  const t = texts[view.visit.language].screens
  const { notice, identifier } = view.visit
  if (notice === null) return null
  if (notice === 'identifier_malformed') {
    const read = readIdentifier(view.bank, identifier ?? '')
    if (!read.ok) return t.malformed[read.malformed]
  }
  return fill(t.notices[notice], { after: view.words.locked })
}

function fieldState(view: ScreenView, hintId: string): Html {
  if (!fieldNotices.some(notice => notice === view.visit.notice)) return html`aria-describedby="${hintId}"`
  return html`aria-describedby="message ${hintId}" aria-invalid="true"`
}

/** Forms that send the right answer of a screen with one click, under a note that no real bank has them. */
function typedForYou(view: ScreenView, action: string, choices: readonly (readonly [label: string, Html])[]): Html {
  const t = texts[view.visit.language].screens.demonstration
  if (view.demonstration === null || choices.length === 0) return html``
  return html`<section class="demonstration" aria-labelledby="demonstration"><h2 id="demonstration">${t.title}</h2><p>${t.note}</p>
${choices.map(([label, fields]) => form(view, action, html`${fields}<button>${label}</button>`))}</section>`
}

const typed = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

/** First screen: the online-banking identifier (document 2, redirect screen sequence). */
export function identifierScreen(view: ScreenView): Html {
  const t = texts[view.visit.language].screens
  const value = view.visit.identifier ?? view.rememberedIdentifier ?? ''
  const hints = { retail: t.identifier.hintRetail, professional: t.identifier.hintProfessional }
  const segment = view.bank.segments.length > 1 ? null : view.bank.segments[0]
  const fields = html`<div class="field"><label for="identifier">${t.identifier.label}</label>
<input id="identifier" name="identifier" type="text" inputmode="${segment === 'retail' ? 'numeric' : 'text'}" autocomplete="username" spellcheck="false" autocapitalize="none" maxlength="40" required value="${value}" ${fieldState(view, 'identifier-hint')} autofocus>
<p class="hint" id="identifier-hint">${segment ? hints[segment] : t.identifier.hintBoth}</p></div>
${rememberBox(view)}
<button class="primary">${t.continue}</button>`
  return screen(view, {
    title: t.identifier.title,
    failed: hasFailed(view),
    content: html`${progress(view)}<h1>${t.identifier.title}</h1><p class="wish">${view.words.wish}</p>
<p class="intro">${t.identifier.intro}</p>${message(view)}${form(view, 'identifier', fields)}
${typedForYou(
  view,
  'identifier',
  (view.demonstration?.people ?? []).map(({ identifier, firstName, lastName }) => [
    fill(t.demonstration.person, { name: `${firstName} ${lastName}` }),
    typed('identifier', identifier),
  ]),
)}
<p class="aside"><a href="/" target="_blank" rel="noopener">${t.help}</a></p>${leaveForm(view)}`,
  })
}

function rememberBox(view: ScreenView): Html {
  const t = texts[view.visit.language].screens
  if (view.rememberedIdentifier === undefined) return html``
  return html`<div class="check"><input id="remember" name="remember" type="checkbox" value="yes" ${view.rememberedIdentifier ? html`checked` : ''} aria-describedby="remember-help"><label for="remember">${t.identifier.remember}</label>
<p class="hint" id="remember-help">${t.identifier.rememberHelp}</p></div>`
}

/** Second screen: a shuffled keypad for private customers, a typed password for professional ones. */
export function passwordScreen(view: ScreenView): Html {
  const t = texts[view.visit.language].screens
  const retail = segmentOf(view.visit.identifier ?? '') === 'retail'
  const signedInAs = html`<span>${fill(t.password.signedInAs, { identifier: view.visit.identifier ?? '' })}</span>`
  const identity = !view.visit.identifierKnown
    ? form(view, 'identifier-back', html`${signedInAs}<button class="link">${t.password.change}</button>`, 'identity')
    : html`<p class="identity fixed">${signedInAs}</p>`
  return screen(view, {
    title: t.password.title,
    failed: hasFailed(view),
    content: html`${progress(view)}<h1>${t.password.title}</h1>${identity}
<p class="intro">${retail ? t.password.introKeypad : t.password.introTyped}</p>${message(view)}
${form(view, 'password', retail ? keypadFields(view) : typedFields(view))}
${typedForYou(view, 'password', view.demonstration?.password ? [[t.demonstration.password, typed('password', view.demonstration.password)]] : [])}
<p class="secure">${fill(t.secure, view.names)}</p>${leaveForm(view)}`,
  })
}

// One field for both: the keypad fills it, and it can be typed into, so that it is accessible and works without a script
// (the keypad is hidden then).
function keypadFields(view: ScreenView): Html {
  const t = texts[view.visit.language].screens
  return html`<div class="field"><label for="password">${t.password.label}</label>
<input id="password" name="password" type="password" class="digits" inputmode="numeric" autocomplete="off" maxlength="6" required ${fieldState(view, 'password-hint')} autofocus>
<p class="hint" id="password-hint">${t.password.hintKeypad}</p></div>
<div class="keypad" role="group" aria-label="${t.password.keypad}" data-keypad-for="password" data-typed="${t.password.typed}" hidden>
${view.keypad.map(digit => html`<button type="button" data-digit="${digit}">${digit}</button>`)}
<button type="button" class="wide" data-erase aria-label="${t.password.erase}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H9l-6-7zM12 9l6 6m0-6-6 6"/></svg></button>
<button type="button" class="wide" data-clear>${t.password.clear}</button>
<p class="sr" aria-live="polite" data-count></p></div>
<button class="primary">${t.password.submit}</button>`
}

function typedFields(view: ScreenView): Html {
  const t = texts[view.visit.language].screens
  return html`<div class="field"><label for="password">${t.password.label}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="100" required ${fieldState(view, 'password-hint')} autofocus>
<p class="hint" id="password-hint">${t.password.hintTyped}</p></div>
<button class="primary">${t.password.submit}</button>`
}

/** The screen of a one-time code; `above` is before the field, `below` after the form. */
export function codeScreen(view: ScreenView, above: Html = html``, below: Html = html``): Html {
  const t = texts[view.visit.language].screens
  const { title, intro } = view.words.code
  const fields = html`<div class="field"><label for="code">${t.code.label}</label>
<input id="code" name="code" type="text" class="digits" inputmode="numeric" autocomplete="one-time-code" maxlength="9" required ${fieldState(view, 'code-hint')} autofocus>
<p class="hint" id="code-hint">${t.code.hint}</p></div>
<button class="primary">${t.code.submit}</button>`
  const again =
    view.visit.codesSent < limits.codesSent
      ? form(view, 'resend', html`<button class="link">${t.code.resend}</button>`, 'again')
      : html`<p class="aside">${t.code.noResend}</p>`
  const phoneNumber = (view.person?.maskedPhone ?? '').replaceAll(' ', '\u00a0')
  return screen(view, {
    title,
    failed: hasFailed(view),
    beside: phone(view, t),
    content: html`${progress(view)}<h1>${title}</h1>
<p class="intro">${fill(intro, { phone: phoneNumber })}</p>${above}${message(view)}${form(view, 'code', fields)}${typedForYou(view, 'code', view.visit.oneTimeCode ? [[t.demonstration.code, typed('code', view.visit.oneTimeCode)]] : [])}${again}${below}
<p class="secure">${fill(t.secure, view.names)}</p>${leaveForm(view)}`,
  })
}

function phone(view: ScreenView, t: Texts['screens']): Html {
  const { language } = view.visit
  const time = formatTime(language, view.now, { hour: '2-digit', minute: '2-digit' })
  const day = formatTime(language, view.now, { weekday: 'long', day: 'numeric', month: 'long' })
  return html`<section class="phone-side" aria-label="${t.code.phone}">
<div class="phone"><div class="phone-screen">
<p class="phone-time" aria-hidden="true">${time}</p><p class="phone-day" aria-hidden="true">${day}</p>
<div class="notification" role="status" aria-live="polite">
<p class="notification-head">${brandOf(view.bank.code).mark}<strong>${view.bank.name}</strong><span>${t.code.now}</span></p>
<p>${view.words.code.message}</p>${view.words.code.details ?? ''}
<p class="otp"><span data-testid="otp-code">${view.visit.oneTimeCode ?? ''}</span></p>
<p class="small">${t.code.warning}</p></div>
</div></div>
<p class="drawn">${t.code.drawn}</p></section>`
}

/** A page that explains why the visit ends here, with one button. */
export function messageScreen(view: ScreenView, words: { title: string; text: string; button: string }): Html {
  return screen(view, {
    title: words.title,
    content: html`<h1>${words.title}</h1><p class="intro" role="alert">${words.text}</p>
${form(view, 'acknowledge', html`<button class="primary">${words.button}</button>`)}`,
  })
}
