import { html } from 'hono/html'
import type { Bank } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { withFrenchSpaces } from '#sandbox/html/french-spaces.ts'
import { renderScreen } from '#sandbox/html/layout.ts'
import type { Language } from '#sandbox/html/texts.ts'

const texts = {
  fr: withFrenchSpaces({
    dropped: 'Le retour s’est perdu',
    droppedText:
      'Panne du bureau de contrôle : le navigateur devait retourner chez le prestataire et n’y retourne pas. Vous pouvez fermer cette page.',
    doubled: 'Le retour se fait deux fois',
    doubledText:
      'Panne du bureau de contrôle : la même adresse de retour est ouverte deux fois. D’abord dans un nouvel onglet, puis ici.',
    first: 'Premier retour, dans un nouvel onglet',
    second: 'Second retour, ici',
  }),
  en: {
    dropped: 'The way back got lost',
    droppedText:
      'Fault of the control desk: the browser should go back to the provider, and does not. You may close this page.',
    doubled: 'The way back is taken twice',
    doubledText: 'Fault of the control desk: the same callback address is opened twice. First in a new tab, then here.',
    first: 'First time, in a new tab',
    second: 'Second time, here',
  },
} as const

/** The page shown instead of the redirect if the desk drops or duplicates the callback. */
export function renderCallbackFault(
  frame: { bank: Bank; language: Language; languageHref: string; startUrl: string },
  times: 0 | 2,
  url: string,
): Html {
  const t = texts[frame.language]
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
