import { html } from 'hono/html'
import { groupDomain } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/screens/brands.ts'
import type { Language } from '#sandbox/screens/texts.ts'
import { answerTexts } from './answer-texts.ts'

/** What a browser is told that may not use the desk: under which name it answers, or that it is for this machine. */
export function renderElsewhere(language: Language, code: 'other_host' | 'not_from_here', port: number): Html {
  const t = answerTexts[language]
  const address = `http://${groupDomain}:${port}/desk`
  const [title, text] = code === 'other_host' ? [t.elsewhere, t.elsewhereText] : [t.notFromHere, t.notFromHereText]
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>${title}</h1><p>${text}${code === 'other_host' ? html` <a href="${address}">${address}</a>` : ''}</p></main></body>
</html>`
}
