import { html } from 'hono/html'
import type { Bank } from '#sandbox/banks.ts'
import type { Authorization } from '#sandbox/store/authorizations.ts'
import type { Person } from '#sandbox/store/people.ts'
import { brandOf, type Html } from './brands.ts'
import { readIdentifier, segmentOf } from './identifier.ts'
import { limits, type Notice } from './journey.ts'
import { renderScreen, textsOf } from './layout.ts'
import { fill, type Problem, type Texts } from './texts.ts'

/** What a screen is drawn from. */
export type View = {
  readonly authorization: Authorization
  readonly bank: Bank
  /** Path of this authorization, without a slash at the end. */
  readonly path: string
  readonly startUrl: string
  readonly now: Date
  /** Digits of the keypad in the order drawn for this page. */
  readonly keypad: readonly number[]
  /** Kept by this browser for this bank, on the customer's wish. */
  readonly rememberedIdentifier: string | null
  /** The customer, once the identifier is known to be someone's. */
  readonly person: Person | null
  /** Authorisation number of the TPP. */
  readonly organisationId: string
}

type Names = { software: string; legal: string }

/** The screen of the step where the customer is. */
export function renderStep(view: View): Html {
  const { step } = view.authorization
  if (step === 'identifier') return identifierScreen(view)
  if (step === 'password') return passwordScreen(view)
  if (step === 'strong_authentication') return codeScreen(view)
  if (step === 'approval') return approvalScreen(view)
  if (step === 'terminated') return terminatedScreen(view)
  return endedScreen(view)
}

function namesOf(view: View): Names {
  return { software: view.authorization.softwareId, legal: view.authorization.legalName }
}

function screen(view: View, parts: { title: string; content: Html; failed?: boolean; beside?: Html }): Html {
  const t = textsOf(view.authorization.language)
  return renderScreen({
    bank: view.bank,
    language: view.authorization.language,
    title: parts.failed ? `${t.errorTitle}${parts.title}` : parts.title,
    languageHref: `${view.path}?lang=${view.authorization.language === 'fr' ? 'en' : 'fr'}`,
    startUrl: view.startUrl,
    content: parts.content,
    beside: parts.beside,
  })
}

function progress(t: Texts, step: number): Html {
  return html`<p class="progress step-${step}"><span class="bar" aria-hidden="true"><i></i><i></i><i></i><i></i></span>${fill(t.progress, { step })}</p>`
}

function wish(t: Texts, names: Names): Html {
  return html`<p class="wish">${fill(t.wish, names)}</p>`
}

/** Every form carries the turn it was made for; the cookie and the path say whose it is. */
function form(view: View, action: string, inner: Html, className = ''): Html {
  return html`<form method="post" action="${view.path}/${action}" class="${className}" autocomplete="off" novalidate data-once>
<input type="hidden" name="turn" value="${view.authorization.turn}">
${inner}
</form>`
}

function leaveForm(view: View): Html {
  const t = textsOf(view.authorization.language)
  return html`<div class="leave">${form(view, 'refuse', html`<button class="quiet" aria-describedby="leave-help">${t.refuse}</button>`)}
<p id="leave-help">${fill(t.refuseHelp, namesOf(view))}</p>${timer(view)}</div>`
}

// The time-out is part of the security of these screens; the script warns two minutes before and then asks the server.
function timer(view: View): Html {
  const t = textsOf(view.authorization.language)
  const seconds = Math.max(0, Math.round((view.authorization.expiresAt.getTime() - view.now.getTime()) / 1000))
  return html`<p class="timer" role="timer" aria-live="polite" data-seconds="${seconds}" data-text="${t.timeLeft}" hidden></p>`
}

const goodNews: readonly (Notice | null)[] = ['code_resent']

function message(t: Texts, text: string | null, notice: Notice | null): Html {
  if (text === null) return html``
  if (goodNews.includes(notice)) return html`<p class="notice good" role="status">${text}</p>`
  return html`<p class="notice" id="message" role="alert"><span class="sr">${t.errorTitle}</span>${text}</p>`
}

function sayNotice(view: View): string | null {
  const t = textsOf(view.authorization.language)
  const { notice, step, identifier } = view.authorization
  if (notice === null) return null
  if (step === 'identifier' && notice === 'identifier_malformed') {
    const read = readIdentifier(view.bank, identifier ?? '')
    if (!read.ok) return t.malformed[read.malformed]
  }
  return fill(t.notices[notice], namesOf(view))
}

const refusesField: readonly (Notice | null)[] = [
  'identifier_malformed',
  'password_wrong',
  'password_last_try',
  'code_wrong',
  'code_last_try',
  'code_expired',
]

function fieldState(view: View, hintId: string): Html {
  const { notice } = view.authorization
  if (!refusesField.includes(notice)) return html`aria-describedby="${hintId}"`
  return html`aria-describedby="message ${hintId}" aria-invalid="true"`
}

function identifierScreen(view: View): Html {
  const t = textsOf(view.authorization.language)
  const text = sayNotice(view)
  const { notice, identifier } = view.authorization
  const value = identifier ?? view.rememberedIdentifier ?? ''
  const hints = { retail: t.identifier.hintRetail, professional: t.identifier.hintProfessional }
  const segment = view.bank.segments.length > 1 ? null : view.bank.segments[0]
  const fields = html`<div class="field"><label for="identifier">${t.identifier.label}</label>
<input id="identifier" name="identifier" type="text" inputmode="${segment === 'retail' ? 'numeric' : 'text'}" autocomplete="username" spellcheck="false" autocapitalize="none" maxlength="40" required value="${value}" ${fieldState(view, 'identifier-hint')} autofocus>
<p class="hint" id="identifier-hint">${segment ? hints[segment] : t.identifier.hintBoth}</p></div>
<div class="check"><input id="remember" name="remember" type="checkbox" value="yes" ${view.rememberedIdentifier ? html`checked` : ''} aria-describedby="remember-help"><label for="remember">${t.identifier.remember}</label>
<p class="hint" id="remember-help">${t.identifier.rememberHelp}</p></div>
<button class="primary">${t.continue}</button>`
  return screen(view, {
    title: t.identifier.title,
    failed: text !== null,
    content: html`${progress(t, 1)}<h1>${t.identifier.title}</h1>${wish(t, namesOf(view))}
<p class="intro">${t.identifier.intro}</p>${message(t, text, notice)}${form(view, 'identifier', fields)}
<p class="aside"><a href="/" target="_blank" rel="noopener">${t.help}</a></p>${leaveForm(view)}`,
  })
}

function passwordScreen(view: View): Html {
  const t = textsOf(view.authorization.language)
  const text = sayNotice(view)
  const retail = segmentOf(view.authorization.identifier ?? '') === 'retail'
  const identity = form(
    view,
    'identifier-back',
    html`<span>${fill(t.password.signedInAs, { identifier: view.authorization.identifier ?? '' })}</span><button class="link">${t.password.change}</button>`,
    'identity',
  )
  return screen(view, {
    title: t.password.title,
    failed: text !== null,
    content: html`${progress(t, 2)}<h1>${t.password.title}</h1>${identity}
<p class="intro">${retail ? t.password.introKeypad : t.password.introTyped}</p>${message(t, text, view.authorization.notice)}
${form(view, 'password', retail ? keypadFields(view) : typedFields(view))}
<p class="secure">${fill(t.secure, namesOf(view))}</p>${leaveForm(view)}`,
  })
}

// One field, two ways in: the keypad fills it, and it can be typed into, so no one is shut out and it works without a
// script (then the keypad stays hidden).
function keypadFields(view: View): Html {
  const t = textsOf(view.authorization.language)
  return html`<div class="field"><label for="password">${t.password.label}</label>
<input id="password" name="password" type="password" class="digits" inputmode="numeric" autocomplete="off" maxlength="6" required ${fieldState(view, 'password-hint')}>
<p class="hint" id="password-hint">${t.password.hintKeypad}</p></div>
<div class="keypad" role="group" aria-label="${t.password.keypad}" data-keypad-for="password" data-typed="${t.password.typed}" hidden>
${view.keypad.map(digit => html`<button type="button" data-digit="${digit}">${digit}</button>`)}
<button type="button" class="wide" data-erase aria-label="${t.password.erase}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H9l-6-7zM12 9l6 6m0-6-6 6"/></svg></button>
<button type="button" class="wide" data-clear>${t.password.clear}</button>
<p class="sr" aria-live="polite" data-count></p></div>
<button class="primary">${t.password.submit}</button>`
}

function typedFields(view: View): Html {
  const t = textsOf(view.authorization.language)
  return html`<div class="field"><label for="password">${t.password.label}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="100" required ${fieldState(view, 'password-hint')} autofocus>
<p class="hint" id="password-hint">${t.password.hintTyped}</p></div>
<button class="primary">${t.password.submit}</button>`
}

function codeScreen(view: View): Html {
  const t = textsOf(view.authorization.language)
  const text = sayNotice(view)
  const { notice, codesSent } = view.authorization
  const fields = html`<div class="field"><label for="code">${t.code.label}</label>
<input id="code" name="code" type="text" class="digits" inputmode="numeric" autocomplete="one-time-code" maxlength="9" required ${fieldState(view, 'code-hint')} autofocus>
<p class="hint" id="code-hint">${t.code.hint}</p></div>
<button class="primary">${t.code.submit}</button>`
  const again =
    codesSent < limits.codesSent
      ? form(view, 'resend', html`<button class="link">${t.code.resend}</button>`, 'again')
      : html`<p class="aside">${t.code.noResend}</p>`
  return screen(view, {
    title: t.code.title,
    failed: text !== null && !goodNews.includes(notice),
    beside: phone(view),
    content: html`${progress(t, 3)}<h1>${t.code.title}</h1>
<p class="intro">${fill(t.code.intro, { phone: (view.person?.maskedPhone ?? '').replaceAll(' ', '\u00a0') })}</p>${message(t, text, notice)}${form(view, 'code', fields)}${again}
<p class="secure">${fill(t.secure, namesOf(view))}</p>${leaveForm(view)}`,
  })
}

function phone(view: View): Html {
  const t = textsOf(view.authorization.language)
  const { language, oneTimeCode } = view.authorization
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  const zone = { timeZone: 'Europe/Paris' }
  const time = new Intl.DateTimeFormat(locale, { ...zone, hour: '2-digit', minute: '2-digit' }).format(view.now)
  const day = new Intl.DateTimeFormat(locale, { ...zone, weekday: 'long', day: 'numeric', month: 'long' }).format(
    view.now,
  )
  return html`<section class="phone-side" aria-label="${t.code.phone}">
<div class="phone"><div class="phone-screen">
<p class="phone-time" aria-hidden="true">${time}</p><p class="phone-day" aria-hidden="true">${day}</p>
<div class="notification" role="status" aria-live="polite">
<p class="notification-head">${brandOf(view.bank.code).mark}<strong>${view.bank.name}</strong><span>${t.code.now}</span></p>
<p>${fill(t.code.message, namesOf(view))}</p>
<p class="otp"><span data-testid="otp-code">${oneTimeCode ?? ''}</span></p>
<p class="small">${t.code.warning}</p></div>
</div></div>
<p class="drawn">${t.code.drawn}</p></section>`
}

function approvalScreen(view: View): Html {
  const t = textsOf(view.authorization.language)
  const text = sayNotice(view)
  const { scope, language, scaAt } = view.authorization
  const until = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    timeZone: 'Europe/Paris',
    dateStyle: 'long',
  }).format(new Date((scaAt ?? view.now).getTime() + 180 * 86_400_000))
  const values = { ...namesOf(view), number: view.organisationId, date: until }
  const rows: [string, string][] = [
    [t.approval.whoTitle, fill(t.approval.who, values)],
    [t.approval.whatTitle, t.approval.what[scope]],
    [t.approval.choiceTitle, fill(t.approval.choice[scope], values)],
    [t.approval.untilTitle, fill(t.approval.until, values)],
    [t.approval.undoTitle, fill(t.approval.undo, values)],
  ]
  return screen(view, {
    title: t.approval.title,
    failed: text !== null,
    content: html`${progress(t, 4)}<h1>${t.approval.title}</h1>
${view.person ? html`<p class="intro">${fill(t.approval.greeting, { name: `${view.person.firstName} ${view.person.lastName}` })}</p>` : ''}${message(t, text, view.authorization.notice)}
<dl class="facts">${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>
<p class="secure">${t.approval.never}</p>
<div class="decide">${form(view, 'approve', html`<button class="primary">${t.approval.approve}</button>`)}
${form(view, 'refuse', html`<button class="secondary">${t.approval.refuse}</button>`)}</div>${timer(view)}`,
  })
}

function terminatedScreen(view: View): Html {
  const t = textsOf(view.authorization.language)
  return screen(view, {
    title: t.terminated.title,
    content: html`<h1>${t.terminated.title}</h1><p class="intro" role="alert">${fill(t.terminated.text, namesOf(view))}</p>
${form(view, 'acknowledge', html`<button class="primary">${fill(t.terminated.back, namesOf(view))}</button>`)}`,
  })
}

function endedScreen(view: View): Html {
  const t = textsOf(view.authorization.language)
  const { outcome, redirectUri } = view.authorization
  return screen(view, {
    title: t.ended.title,
    content: html`<h1>${t.ended.title}</h1>
<p class="intro">${outcome === 'approved' ? t.ended.approved : t.ended.refused}</p>
<p>${fill(t.ended.text, namesOf(view))}</p>
<p><a class="button secondary" href="${new URL('/', redirectUri).href}">${fill(t.ended.back, namesOf(view))}</a></p>`,
  })
}

/** The bank's own page for what it neither shows nor redirects. */
export function renderProblem(
  problem: Problem,
  frame: { bank: Bank; language: 'fr' | 'en'; languageHref: string; startUrl: string },
): Html {
  const t = textsOf(frame.language)
  const { title, text } = t.problems[problem]
  return renderScreen({
    ...frame,
    title,
    content: html`<h1>${title}</h1><p class="intro">${text}</p>
<p class="secure">${t.problemCode}<code>${problem}</code></p>`,
  })
}
