import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import { renderDocument, renderLanguageSwitch, renderLogo } from '#sandbox/html/layout.ts'
import { type Language, otherLanguage, texts } from '#sandbox/texts/catalogue.ts'

/** The page for a browser that may not use the desk: under which name to open it, or that it is for this machine only. */
export function renderElsewhere(language: Language, code: 'other_host' | 'not_from_here', startUrl: string): Html {
  const t = texts[language].answers
  const [title, text] = code === 'other_host' ? [t.elsewhere, t.elsewhereText] : [t.notFromHere, t.notFromHereText]
  const frame = { language, languageHref: `?lang=${otherLanguage(language)}`, startUrl }
  return renderDocument({
    ...frame,
    bank: null,
    title,
    body: html`<header class="site-top">${renderLogo(null)}${renderLanguageSwitch(frame)}</header>
<main id="content" tabindex="-1" class="site"><section><h1>${title}</h1><p>${text}${code === 'other_host' ? html` <a href="${startUrl}desk">${startUrl}desk</a>` : ''}</p></section></main>`,
  })
}
