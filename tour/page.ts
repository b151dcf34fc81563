import { readFileSync } from 'node:fs'
import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { html, raw } from 'hono/html'
import { attacks } from './attacks.ts'
import board from './board.json' with { type: 'json' }
import { calls } from './calls.ts'
import { chapters } from './chapters/all.ts'
import { clockMoves } from './clock.ts'
import { renderDocument } from './document.ts'
import { type Endings, endingsIn } from './endings.ts'
import { faults, firstTampering } from './faults.ts'
import { programNames } from './files.ts'
import french from './french.json' with { type: 'json' }
import glossary from './glossary.json' with { type: 'json' }
import { sayLaw } from './laws.ts'
import passed from './passed.json' with { type: 'json' }
import type { Ports } from './ports.ts'
import { type Chapter, facts, holders, knownAfter, type Language, type Step, type Text, themes } from './story.ts'
import { words } from './words.ts'

/** What the page's script works with, in the page's language. */
export type PageData = {
  /** What tells this page and its people from every other one. */
  readonly page: string
  readonly language: Language
  readonly appOrigin: string
  /** With `*` for the bank's code. */
  readonly screensOrigin: string
  /** Whether phones in the room can watch the person. */
  readonly isMirrored: boolean
  /** Path of the page's style sheet. */
  readonly style: string
  /** What can be run at home, beside the style sheet. */
  readonly programs: readonly string[]
  readonly words: (typeof words)[Language]
  readonly chapters: readonly ChapterData[]
  /** Patterns over `METHOD target`, with what such a call is for; the first that matches. */
  readonly calls: readonly (readonly [pattern: string, text: string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly endings: Endings
  readonly attacks: readonly { readonly fault: string; readonly chapter: string; readonly step: number }[]
  readonly members: Readonly<Record<string, string>>
  /** What a word of the field means, by the word. */
  readonly terms: Readonly<Record<string, string>>
  /** The bank's reasons, which are in English, in the page's language: patterns, and what they become. */
  readonly reasons: readonly (readonly string[])[]
}
export type ChapterData = {
  readonly id: string
  readonly title: string
  readonly lead: string
  /** When the tests last played the chapter to its end, and on which version. */
  readonly lastPassed: string
  readonly steps: readonly StepData[]
  readonly variants: readonly { readonly id: string; readonly text: string }[]
  /** Who knows what after no step, one step and so on: rows by fact, columns by holder. */
  readonly known: readonly (readonly (readonly string[])[])[]
  readonly facts: readonly string[]
  readonly holders: readonly string[]
}
/** `law`: what the article that the rule cites says; empty where it cites none. `board`: the step in words without terms. */
export type StepData = Readonly<Record<'title' | 'who' | 'proves' | 'rule' | 'law' | 'board' | 'until', string>>

function dataOf(
  page: string,
  language: Language,
  { scheme, app, screens }: Ports,
  style: string,
  isMirrored: boolean,
): PageData {
  return {
    page,
    language,
    appOrigin: `${scheme}://localhost:${app}`,
    screensOrigin: `${scheme}://*.sandbox.localhost:${screens}`,
    isMirrored,
    style,
    programs: programNames,
    words: words[language],
    chapters: chapters.map(chapter => chapterOf(chapter, language)),
    calls: calls.map(({ is, text }) => [is.source, text[language]]),
    headers: sayPairs(readTexts('headers'), language),
    endings: endingsIn(language),
    attacks: attacks.map(({ fault, chapter, step }) => ({ fault, chapter, step })),
    members: sayPairs(readTexts('members'), language),
    terms: sayPairs(glossary.terms, language),
    reasons: language === 'fr' ? french.reasons : [],
  }
}

/** What headers and the members of a body are, as the bank's own documents say it. */
const readTexts = (of: 'headers' | 'members'): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(readFileSync(new URL(`../packages/sandbox/texts/${of}.json`, import.meta.url), 'utf8'))

/** What words mean, in one language; a catalogue has pairs of French and English. */
const sayPairs = (texts: Readonly<Record<string, readonly string[]>>, language: Language) =>
  Object.fromEntries(Object.entries(texts).map(([name, [fr = '', en = '']]) => [name, { fr, en }[language]]))

function chapterOf(chapter: Chapter, language: Language): ChapterData {
  const { id, title, lead, steps, variants = [] } = chapter
  const hasShop = chapter.stage === 'a shop asks' || chapter.stage === 'a shop was paid'
  const isPaying = [...knownAfter(chapter, steps.length).keys()].some(key => key.endsWith(':amount'))
  const accountFacts = ['balances', 'transactions', 'token']
  const ofChapter = {
    facts: facts.filter(fact => (fact === 'amount' ? isPaying : !hasShop || !accountFacts.includes(fact))),
    holders: holders.filter(who => hasShop || who !== 'shop'),
  }
  const known = Array.from({ length: steps.length + 1 }, (_, done) => {
    const held = knownAfter(chapter, done)
    return ofChapter.facts.map(fact => ofChapter.holders.map(who => held.get(`${who}:${fact}`) ?? 'none'))
  })
  const stepOf = ({ until, ...texts }: Step): StepData => ({
    title: texts.title[language],
    who: texts.who[language],
    proves: texts.proves[language],
    rule: texts.rule[language],
    law: sayLaw(texts.rule, language),
    board: sayBoard(id, texts.title.en)[language],
    until,
  })
  return {
    id,
    title: title[language],
    lead: lead[language],
    lastPassed: sayLastPassed(id, language),
    steps: steps.map(stepOf),
    variants: variants.map(one => ({ id: one.id, text: one.text[language] })),
    known,
    ...ofChapter,
  }
}

/** A step as whoever decides, and does not build, would hear it (board.json): by its English title, after a chapter's own one. */
export function sayBoard(chapter: string, title: string): Text {
  const said: Readonly<Record<string, readonly string[]>> = board
  const [fr = '', en = ''] = said[`${chapter}/${title}`] ?? said[title] ?? []
  return { fr, en }
}

/** Empty for a chapter that has not been played yet. `passed.json` is written by the journeys in their long form. */
function sayLastPassed(id: string, language: Language): string {
  const all: Readonly<Record<string, { readonly on: string; readonly version: string } | undefined>> = passed
  const last = all[id]
  if (!last) return ''
  const day = new Date(last.on).toLocaleDateString(words[language].locale, { dateStyle: 'long' })
  return words[language].lastPassed.replace('{day}', day).replace('{version}', last.version)
}

/** A page's id, and where phones in the room watch its person, if they can. */
export type PageIdentity = { readonly page: string; readonly mirrorUrl: string | null }

/** A page of the tour. `assets` is the path of its files. */
export function renderTour({ page: id, mirrorUrl }: PageIdentity, language: Language, assets: string, ports: Ports) {
  const t = words[language]
  const style = `${assets}/tour.css`
  const data = JSON.stringify(dataOf(id, language, ports, style, mirrorUrl !== null)).replaceAll('<', '\\u003c')
  const other = language === 'fr' ? 'en' : 'fr'
  const head = html`<script type="application/json" id="data">${raw(data)}</script>
<script type="module" src="${assets}/tour.js"></script>`
  const body = html`<body>
<header class="top">
<h1>Guichet <span>${t.title}</span></h1>
<div class="controls" id="controls"><button type="button" id="play" class="main">${t.play}</button><button type="button" id="back">${t.back}</button><button type="button" id="next">${t.next}</button><button type="button" id="hand" aria-pressed="false">${t.letMe}</button><button type="button" id="again">${t.again}</button></div>
<button type="button" class="choose" popovertarget="chapters"><span class="hidden">${t.chooseChapter} </span><span id="chapter"></span></button>
${drawChapters(language)}
<div class="tools" id="tools">
<label>${t.voice} <select id="voice"><option value="board">${t.voices.board}</option><option value="builders" selected>${t.voices.builders}</option></select></label>
<label>${t.speed} <select id="speed"><option value="1400">${t.speeds.slow}</option><option value="700" selected>${t.speeds.normal}</option><option value="220">${t.speeds.fast}</option></select></label>
<button type="button" id="keys" aria-pressed="true" title="${t.keys.replace('{chapters}', String(chapters.length))}">${t.shortcuts}</button>
<button type="button" id="export" aria-live="polite">${t.export}</button>
<button type="button" id="notes">${t.notes}</button>
<button type="button" id="present" aria-pressed="false">${t.present}</button>
<a id="language" href="?lang=${other}" lang="${other}" hreflang="${other}">${t.language}</a>
</div>
</header>
<main>
<section class="person" aria-labelledby="person-title"><h2 id="person-title">${t.person}</h2>
<div class="device"><p class="address" id="address" aria-live="off"></p><iframe id="frame" credentialless title="${t.person}"></iframe></div>
<section class="phone" aria-labelledby="phone-title"><h3 id="phone-title">${t.phone}</h3><ul id="phone" aria-live="polite" tabindex="0" aria-labelledby="phone-title"></ul></section>
<section class="phone" id="shop" aria-labelledby="shop-title" hidden><h3 id="shop-title">${t.shopTold}</h3><ul id="told" tabindex="0" aria-labelledby="shop-title"></ul></section>
<section class="beside" id="beside" aria-live="polite" hidden></section>${mirrorUrl === null ? '' : html`<figure class="room"><button type="button" id="enlarge" popovertarget="room" aria-label="${t.enlarge}"><img src="/room/${id}" alt="${mirrorUrl}"></button><figcaption>${t.room}</figcaption></figure><div id="room" popover><img src="/room/${id}" alt="${mirrorUrl}"></div>`}</section>
<section class="wire" aria-labelledby="wire-title"><h2 id="wire-title">${t.wire}</h2><details class="switches" id="faults"><summary>${t.interfere}</summary>${drawFaults(t.faults, faults.slice(0, firstTampering), language)}${drawFaults(t.tamper, faults.slice(firstTampering), language)}<p class="notice" id="waiting" role="status"></p><p class="notice" id="unchanged" role="status"></p></details><ol id="calls" class="calls"><li class="none">${t.noCalls}</li></ol></section>
<section class="bank" aria-labelledby="bank-title"><h2 id="bank-title">${t.bank}</h2>${drawClock(t)}<p class="notice" id="moved" role="status"></p><div id="inside" class="inside" tabindex="0" role="group" aria-label="${t.bank}"></div></section>
<section class="story" aria-label="${t.steps}">
<div class="narration">${drawOpening(language)}<div class="say" aria-live="polite" tabindex="0" role="group" aria-label="${t.story}" id="say"></div></div>
<div><label id="variant-label" class="variant" hidden>${t.variant} <select id="variant"></select></label><ol class="steps" id="steps"></ol></div>
<div class="knows" tabindex="0" role="group" aria-label="${t.knows}"><h2>${t.knows}</h2><table id="knows"></table><dl class="signs" id="stored" aria-live="polite"></dl></div>
</section>
</main>
</body>`
  const page = renderDocument({ language, title: t.title, assets, head }, body)
  return language === 'fr'
    ? raw(String(page).replace(/>[^<>]+|(?<= title=")[^"]+/g, text => setFrenchSpaces(text)))
    : page
}

/** The first minute: who Odile is, and what the room may try on her. */
function drawOpening(language: Language) {
  const t = words[language]
  return html`<section id="opening" class="opening" aria-labelledby="opening-title" hidden><h2 id="opening-title">${t.opening.title}</h2><p>${t.opening.text}</p><button type="button" id="rob" class="rob">${t.opening.rob}</button><ol id="attacks" hidden>${attacks.map(
    ({ text }, at) =>
      html`<li><button type="button" data-attack="${at}">${text[language]}</button><p aria-live="polite"></p></li>`,
  )}</ol><p class="score" id="score" role="status"></p></section>`
}

/** What only the presenter sees, in a window of its own: the page of the tour draws into it (client/notes.ts). */
export function renderNotes(language: Language, assets: string) {
  const title = words[language].notes
  const body = html`<body class="notes"><main><h1 class="hidden">${title}</h1><div id="here"></div></main></body>`
  return renderDocument({ language, title, assets }, body)
}

/** All chapters by theme, each with its number and what it tells. */
function drawChapters(language: Language) {
  const t = words[language]
  return html`<nav id="chapters" class="chapters" popover aria-label="${t.chapters}">${themes.map(
    theme =>
      html`<section><h2>${t.themes[theme]}</h2><ol>${chapters
        .filter(one => one.theme === theme)
        .map(
          one =>
            html`<li><a href="?chapter=${one.id}&amp;lang=${language}" data-chapter="${one.id}"><kbd>${chapters.indexOf(one) + 1}</kbd><b>${one.title[language]}</b><span>${one.lead[language]}</span></a></li>`,
        )}</ol></section>`,
  )}</nav>`
}

/** One control for both clocks. */
function drawClock(t: (typeof words)[Language]) {
  return html`<details class="switches clock" id="clock"><summary>${t.time} <b id="now"></b></summary><p class="days"><label>${t.days} <input type="range" id="day" min="0" max="180" value="0"></label> <output id="day-said" for="day"></output></p><ol class="days" id="days"></ol><fieldset><legend>${t.moveTime}</legend>${clockMoves.map(
    by => html`<button type="button" data-clock="${by}">${t.moves[by]}</button>`,
  )}</fieldset></details>`
}

function drawFaults(legend: string, some: typeof faults, language: Language) {
  const waits = ({ text, meets }: (typeof faults)[number]) =>
    words[language].waitsFor.replace('{fault}', text[language]).replace('{call}', meets[language])
  return html`<fieldset><legend>${legend}</legend>${some.map(
    one =>
      html`<button type="button" data-fault="${one.id}" title="${waits(one)}" aria-pressed="false">${one.text[language]}</button>`,
  )}</fieldset>`
}
