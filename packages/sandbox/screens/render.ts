import { html } from 'hono/html'
import type { Bank } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { renderFacts, renderScreen } from '#sandbox/html/layout.ts'
import type { Authorization } from '#sandbox/store/visits.ts'
import { fill, formatTime, type Language, type Problem, texts } from '#sandbox/texts/catalogue.ts'
import {
  codeScreen,
  form,
  hasFailed,
  identifierScreen,
  message,
  messageScreen,
  passwordScreen,
  progress,
  type ScreenView,
  screen,
  timer,
  type Words,
} from './sign-in-pages.ts'

/** Data for a screen of an authorization. */
export type View = Omit<ScreenView, 'visit' | 'names' | 'app' | 'words'> & {
  readonly visit: Authorization
  /** Authorisation number of the TPP. */
  readonly organisationId: string
}

/** The screen of the current step. */
export function renderStep(view: View): Html {
  const { softwareId: software, legalName: legal, language, step, app } = view.visit
  const names = { software, legal }
  const screenView = { ...view, names, app, words: wordsOf(language, names) }
  if (step === 'identifier') return identifierScreen(screenView)
  if (step === 'password') return passwordScreen(screenView)
  if (step === 'strong_authentication') return codeScreen(screenView)
  if (step === 'approval') return approvalScreen(view, screenView)
  if (step === 'terminated') return terminatedScreen(screenView)
  return endedScreen(view, screenView)
}

function wordsOf(language: Language, names: ScreenView['names']): Words {
  const t = texts[language].screens
  return {
    wish: fill(t.wish, names),
    leave: t.refuse,
    leaveHelp: fill(t.refuseHelp, names),
    locked: fill(t.locked, names),
    code: { title: t.code.title, intro: t.code.intro, message: fill(t.code.message, names), details: null },
  }
}

function approvalScreen(view: View, screenView: ScreenView): Html {
  const t = texts[screenView.visit.language].screens
  const { scope, language, scaAt } = view.visit
  const lastDay = new Date((scaAt ?? view.now).getTime() + 180 * 86_400_000)
  const until = formatTime(language, lastDay, { dateStyle: 'long' })
  const values = { ...screenView.names, number: view.organisationId, date: until }
  const rows: [string, string][] = [
    [t.approval.whoTitle, fill(t.approval.who, values)],
    [t.approval.whatTitle, t.approval.what[scope]],
    [t.approval.choiceTitle, fill(t.approval.choice[scope], values)],
    [t.approval.untilTitle, fill(t.approval.until, values)],
    [t.approval.undoTitle, fill(t.approval.undo, values)],
  ]
  return screen(screenView, {
    title: t.approval.title,
    failed: hasFailed(screenView),
    content: html`${progress(screenView)}<h1>${t.approval.title}</h1>
${view.person ? html`<p class="intro">${fill(t.approval.greeting, { name: `${view.person.firstName} ${view.person.lastName}` })}</p>` : ''}${message(screenView)}
${renderFacts(rows)}
<p class="secure">${t.approval.never}</p>
<div class="decide">${form(screenView, 'approve', html`<button class="primary">${t.approval.approve}</button>`)}
${form(screenView, 'refuse', html`<button class="secondary">${t.approval.refuse}</button>`)}</div>${timer(screenView)}`,
  })
}

function terminatedScreen(view: ScreenView): Html {
  const { title, text, back } = texts[view.visit.language].screens.terminated
  return messageScreen(view, { title, text: fill(text, view.names), button: fill(back, view.names) })
}

function endedScreen(view: View, screenView: ScreenView): Html {
  const t = texts[screenView.visit.language].screens
  const { outcome, redirectUri } = view.visit
  return screen(screenView, {
    title: t.ended.title,
    content: html`<h1>${t.ended.title}</h1>
<p class="intro">${outcome === 'approved' ? t.ended.approved : t.ended.refused}</p>
<p>${fill(t.ended.text, screenView.names)}</p>
<p><a class="button secondary" href="${new URL('/', redirectUri).href}">${fill(t.ended.back, screenView.names)}</a></p>`,
  })
}

/** The bank's page for a request that it neither shows nor redirects. */
export function renderProblem(
  problem: Problem,
  frame: { bank: Bank; language: Language; languageHref: string; startUrl: string },
): Html {
  const t = texts[frame.language].screens
  const { title, text } = t.problems[problem]
  return renderScreen({
    ...frame,
    title,
    content: html`<h1>${title}</h1><p class="intro">${text}</p>
<p class="secure">${t.problemCode}<code>${problem}</code></p>`,
  })
}
