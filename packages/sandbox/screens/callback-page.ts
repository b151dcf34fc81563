import { html } from 'hono/html'
import type { Bank } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { renderScreen } from '#sandbox/html/layout.ts'
import { type Language, texts } from '#sandbox/texts/catalogue.ts'

/** The page shown instead of the redirect if the desk drops or duplicates the callback. */
export function renderCallbackFault(
  frame: { bank: Bank; language: Language; languageHref: string; startUrl: string },
  times: 0 | 2,
  url: string,
): Html {
  const t = texts[frame.language].callback
  const title = times === 0 ? t.dropped : t.doubled
  return renderScreen({
    ...frame,
    title,
    content:
      times === 0
        ? html`<h1>${title}</h1><p class="intro">${t.droppedText}</p>`
        : html`<h1>${title}</h1><p class="intro">${t.doubledText}</p>
<p><a class="button secondary" href="${url}" target="_blank" rel="noopener noreferrer">${t.first}</a></p>
<p><a class="button secondary" href="${url}">${t.second}</a></p>`,
  })
}
