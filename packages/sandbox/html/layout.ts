import { html } from 'hono/html'
import { type Bank, groupName } from '#sandbox/banks.ts'
import { fill, type Language, texts } from '#sandbox/texts/catalogue.ts'
import { type Brand, brandOf, groupBrand, type Html } from './brands.ts'
import { assetVersion } from './style-sheet.ts'

export type Frame = {
  /** Null for the start page of the group. */
  readonly bank: Bank | null
  readonly language: Language
  readonly title: string
  /** Address of the same page in the other language. */
  readonly languageHref: string
  /** Start page of the sandbox, for the banner. */
  readonly startUrl: string
  /** An additional style sheet that few pages need. */
  readonly sheet?: 'reference.css'
  readonly body: Html
}

/** The whole document: banner, body, our own style and script, nothing inline. */
export function renderDocument(frame: Frame): Html {
  const t = texts[frame.language].screens
  const owner = frame.bank?.name ?? groupName
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<title>${frame.title} – ${owner}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/assets/mark.svg?v=${assetVersion}" type="image/svg+xml">
<link rel="stylesheet" href="/assets/brand.css?v=${assetVersion}">
<link rel="stylesheet" href="/assets/screens.css?v=${assetVersion}">
${frame.sheet ? html`<link rel="stylesheet" href="/assets/${frame.sheet}?v=${assetVersion}">` : ''}
<script src="/assets/screens.js?v=${assetVersion}" defer></script>
</head>
<body class="bank-${frame.bank?.code ?? 'group'}">
<a class="skip" href="#content">${t.skip}</a>
<aside class="ribbon" aria-label="${t.ribbon}"><a href="${frame.startUrl}">${t.ribbon}</a><span>${t.ribbonHelp}</span></aside>
${frame.body}
</body>
</html>`
}

/** Logo and name of a bank or of the group. Not a link, so that a stray click does not leave the visit. */
export function renderLogo(bank: Bank | null): Html {
  const brand: Brand = bank ? brandOf(bank.code) : groupBrand
  return html`<p class="logo">${brand.mark}<span>${bank?.name ?? groupName}</span></p>`
}

/** The link to the same page in the other language. */
export function renderLanguageSwitch(frame: Pick<Frame, 'language' | 'languageHref'>): Html {
  const t = texts[frame.language].screens
  const other = frame.language === 'fr' ? 'en' : 'fr'
  return html`<a class="language" href="${frame.languageHref}" hreflang="${other}" lang="${other}" title="${t.switchLanguage}">${t.otherLanguage}</a>`
}

/** A customer's page: brand panel with an illustration (or the phone) beside the form. */
export function renderScreen(
  frame: Omit<Frame, 'body' | 'bank'> & { bank: Bank; content: Html; beside?: Html | undefined },
): Html {
  const brand = brandOf(frame.bank.code)
  return renderDocument({
    ...frame,
    body: html`<div class="frame">
<header class="panel-top">${renderLogo(frame.bank)}${renderLanguageSwitch(frame)}</header>
<aside class="panel ${frame.beside ? 'with-phone' : ''}">${brand.art}${frame.beside ?? html`<p class="tagline">${brand.tagline[frame.language]}</p>`}</aside>
<main id="content" tabindex="-1"><div class="column">${frame.content}</div></main>
</div>`,
  })
}

/** The same content as a page that simulates the bank's app on a phone (§ App-to-app activation), and says so. */
export function renderAppScreen(
  frame: Omit<Frame, 'body' | 'bank'> & { bank: Bank; content: Html; beside?: Html | undefined; version: string },
): Html {
  const t = texts[frame.language].screens
  return renderDocument({
    ...frame,
    body: html`<div class="app"><header class="app-bar">${renderLogo(frame.bank)}${renderLanguageSwitch(frame)}
<p class="app-version">${t.app.standIn} <span>${fill(t.app.version, { version: frame.version })}</span></p></header>
${frame.beside ?? ''}
<main id="content" tabindex="-1" class="sheet"><div class="column">${frame.content}</div></main>
</div>`,
  })
}

/** A term and what is said of it. */
export type Fact = readonly [term: string, fact: Html | string]

export function renderFacts(rows: readonly Fact[], className = 'facts'): Html {
  return html`<dl class="${className}">${rows.map(([term, fact]) => html`<div><dt>${term}</dt><dd>${fact}</dd></div>`)}</dl>`
}
