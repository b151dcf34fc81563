import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import { renderDocument, renderLanguageSwitch, renderLogo } from '#sandbox/html/layout.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { readSetting } from '#sandbox/store/settings.ts'
import { fill, otherLanguage, type Texts, texts } from '#sandbox/texts/catalogue.ts'
import {
  type AppCondition,
  type AppFacts,
  appConditions,
  appVersions,
  chooseSurface,
  holds,
  type InstalledApp,
  leastAppVersion,
  readInstalledApp,
  type Surface,
  writeInstalledApp,
} from './app-to-app.ts'
import { bodyBytes, type Call, type Env, isOwnForm, languageOf, problem, startUrlOf, yearSeconds } from './call.ts'

/** Path of the switch of the bank's app, on each bank's host. */
export const phonePath = '/phone'
const cookieName = 'app'

/** The switch that sets which version of the bank's app this browser's phone has, with its effect. */
export function addPhoneRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  app.get(phonePath, call => show(sandbox, call))
  app.post(
    phonePath,
    bodyLimit({ maxSize: bodyBytes, onError: call => problem(sandbox, call, 'too_large', 413) }),
    call => save(sandbox, call),
  )
}

/** Whether an authorize request of this browser is shown in the app (§ App-to-app activation). */
export function surfaceOf(
  sandbox: Sandbox,
  call: Call,
  request: { readonly redirectUri: string; readonly application: { readonly redirectUris: readonly string[] } },
): Surface {
  const { redirectUri, application } = request
  return chooseSurface(factsOf(sandbox, call, { redirectUri, declaredUris: application.redirectUris }))
}

function factsOf(sandbox: Sandbox, call: Call, link: Pick<AppFacts, 'redirectUri' | 'declaredUris'>): AppFacts {
  return {
    userAgent: call.req.header('user-agent') ?? null,
    clientHintMobile: call.req.header('sec-ch-ua-mobile') ?? null,
    segments: call.get('bank')?.segments ?? [],
    app: readInstalledApp(getCookie(call, cookieName)),
    // All hosts of the sandbox contain the bank's code; this setting simulates the generic live host.
    liveHost: readSetting(sandbox.db, 'liveHostFormat') === 'generic' ? 'generic' : 'bank',
    ...link,
  }
}

function show(sandbox: Sandbox, call: Call): Response | Promise<Response> {
  const bank = call.get('bank')
  if (!bank) return call.notFound()
  const language = languageOf(call)
  const p = texts[language].phone
  const facts = factsOf(sandbox, call, { redirectUri: '', declaredUris: [] })
  const frame = { language, languageHref: `${phonePath}?lang=${otherLanguage(language)}` }
  const isSaved = call.req.query('saved') !== undefined
  return call.html(
    renderDocument({
      ...frame,
      bank,
      title: p.title,
      startUrl: startUrlOf(call),
      body: html`<header class="site-top">${renderLogo(bank)}${renderLanguageSwitch(frame)}</header>
<main id="content" tabindex="-1" class="site">
<section><h1>${p.title}</h1><p class="intro">${p.intro}</p>${isSaved ? html`<p class="notice good" role="status">${p.saved}</p>` : ''}
<form method="post" action="${phonePath}"><fieldset class="options"><legend>${p.legend}</legend>${optionsOf(p, facts.app)}</fieldset>
<button class="primary">${p.save}</button></form></section>
<section><h2>${p.check}</h2><p>${p.checkText}</p>
<dl class="facts">${appConditions.map(condition => conditionRow(p, condition, facts))}</dl>
<p><a href="/">${p.back}</a></p></section></main>`,
    }),
  )
}

function optionsOf(p: Texts['phone'], app: InstalledApp | null): Html[] {
  const now = app === null ? 'none' : writeInstalledApp(app)
  const choices: [value: string, text: string][] = [
    ['none', p.absent],
    ...appVersions.flatMap((version): [string, string][] => [
      [writeInstalledApp({ version, opened: false }), fill(p.fresh, { version })],
      [writeInstalledApp({ version, opened: true }), fill(p.installed, { version })],
    ]),
  ]
  return choices.map(
    ([value, text]) =>
      html`<label class="option"><input type="radio" name="app" value="${value}" ${value === now ? html`checked` : ''}><span class="option-name">${text}</span></label>`,
  )
}

function conditionRow(p: Texts['phone'], condition: AppCondition, facts: AppFacts): Html {
  const verdict = condition === 'universal_link' ? p.perRequest : holds(condition, facts) ? p.holds : p.fails
  return html`<div class="verdict"><dt>${fill(p.conditions[condition], { version: leastAppVersion })}</dt><dd>${verdict}</dd></div>`
}

async function save(sandbox: Sandbox, call: Call): Promise<Response> {
  if (!call.get('bank')) return call.notFound()
  if (!isOwnForm(call)) return problem(sandbox, call, 'foreign_form', 403)
  const form = new URLSearchParams(await call.req.text())
  const app = readInstalledApp(form.get('app') ?? '')
  const options = { path: '/', httpOnly: true, sameSite: 'Lax' } as const
  if (app === null) setCookie(call, cookieName, '', { ...options, maxAge: 0 })
  else setCookie(call, cookieName, writeInstalledApp(app), { ...options, maxAge: yearSeconds / 2 })
  return call.redirect(`${phonePath}?saved=yes`, 303)
}
