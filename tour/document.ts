import { html } from 'hono/html'
import type { Language } from './story.ts'

type Markup = ReturnType<typeof html>

/** A page of the tour: `assets` is the path of its style and scripts, `head` what it has besides, `body` the whole element. */
export const renderDocument = (
  {
    language,
    title,
    assets,
    head = '',
  }: Readonly<Record<'title' | 'assets', string>> & {
    readonly language: Language
    readonly head?: Markup | string
  },
  body: Markup,
) => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title} – Guichet</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/tour.css">
${head}
</head>
${body}
</html>`
