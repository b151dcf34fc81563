import { html } from 'hono/html'
import { listFaultRules } from '#sandbox/faults/rules.ts'
import { groupBrand, type Html } from '#sandbox/html/brands.ts'
import { renderDocument, renderLanguageSwitch, renderLogo } from '#sandbox/html/layout.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findPerson } from '#sandbox/store/people.ts'
import { formatTime, type Language, otherLanguage, texts } from '#sandbox/texts/catalogue.ts'
import { readService } from '#sandbox/wire/steps/service.ts'
import { deskVersion } from './assets.ts'
import { showClock } from './move-clock.ts'
import { addressOf, pathOf, type Selection, sections, tag, type View } from './page-parts.ts'
import { panels } from './panels.ts'
import { type PageRefusal, sayDone, sayRefusal } from './say-answer.ts'

type Shown = {
  readonly selected: Selection
  readonly language: Language
  readonly formToken: string
  /** Route of the form just submitted. */
  readonly done: string | null
  readonly refusal: PageRefusal | null
}

/** The page of a section: everything is a form, and with scripts the request log is live. */
export function renderDesk(sandbox: Sandbox, { selected: asked, language, formToken, done, refusal }: Shown): Html {
  const t = texts[language].desk
  const person = asked.personId === null ? null : findPerson(sandbox.db, asked.personId)
  const selected = { ...asked, personId: person?.id ?? null }
  const view: View = { sandbox, selected, language, t, formToken, person }
  const title = t.sections[selected.section]
  const other = otherLanguage(language)
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title} – ${t.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/desk/assets/desk.css?v=${deskVersion}">
<script src="/desk/assets/desk.js?v=${deskVersion}" defer></script>
</head>
<body>
<a class="skip" href="#content">${t.skip}</a>
<aside class="warning" aria-label="SANDBOX"><strong>SANDBOX</strong> ${t.warning}</aside>
<header><div class="row"><h1>${groupBrand.mark}${t.title}</h1>
<p class="row"><a href="/">${t.start}</a> <a href="/desk/openapi.json">${t.openapi}</a> <a href="${addressOf(selected, { lang: other })}" hreflang="${other}" lang="${other}">${other === 'fr' ? 'Français' : 'English'}</a></p></div>
${selected.section === 'wire' ? html`<p class="help">${t.lead}</p>` : ''}
${renderState(view)}
<nav aria-label="${t.menu}"><ul class="menu">${sections.map(section => html`<li><a href="${addressOf({ ...selected, section, kind: null })}"${section === selected.section ? html` aria-current="page"` : ''}>${t.sections[section]}</a></li>`)}</ul></nav></header>
<main id="content" tabindex="-1">
${refusal === null ? '' : html`<p class="notice bad" role="alert"><strong>${t.refused}</strong> ${sayRefusal(language, refusal).join(' ')}</p>`}
${done === null || refusal !== null ? '' : html`<p class="notice" role="status">${sayDone(language, done) ?? t.doneOther}</p>`}
<section class="panel" aria-labelledby="title"><h2 id="title">${title}</h2><p class="help">${t.help[selected.section]}</p>
${panels[selected.section](view)}</section>
</main>
</body>
</html>`
}

/** What holds for the whole bank now: its time, and what is out of order. */
function renderState({ sandbox, t, language }: View): Html {
  const { now, frozen } = showClock(sandbox)
  const faults = listFaultRules(sandbox.db).length
  const [day, time] = (['dateStyle', 'timeStyle'] as const).map(style =>
    formatTime(language, new Date(now), { [style]: 'medium' }),
  )
  return html`<p class="row state">${t.bankTime} <a href="${pathOf('clock')}">${day}, <time datetime="${now}" data-clock="${Date.parse(now)}" data-frozen="${frozen ? 'yes' : 'no'}">${time}</time></a>
${frozen ? tag(t.frozen) : ''}${faults === 0 ? '' : html`<a class="tag bad" href="${pathOf('faults')}">${t.activeFaults} ${faults}</a>`}${readService(sandbox).isDown ? html`<a class="tag bad" href="${pathOf('switches')}">${t.values.isDown.true}</a>` : ''}</p>`
}

/** The page for a browser that may not use the desk: under which name to open it, or that it is for this machine only. */
export function renderElsewhere(language: Language, code: 'other_host' | 'not_from_here', startUrl: string): Html {
  const { title, text } = texts[language].desk.elsewhere[code]
  const frame = { language, languageHref: `?lang=${otherLanguage(language)}`, startUrl }
  return renderDocument({
    ...frame,
    bank: null,
    title,
    body: html`<header class="site-top">${renderLogo(null)}${renderLanguageSwitch(frame)}</header>
<main id="content" tabindex="-1" class="site"><section><h1>${title}</h1><p>${text}${code === 'other_host' ? html` <a href="${startUrl}desk">${startUrl}desk</a>` : ''}</p></section></main>`,
  })
}
