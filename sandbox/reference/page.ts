import { html } from 'hono/html'
import type { z } from 'zod'
import type { Html } from '#sandbox/screens/brands.ts'
import { type Frame, renderDocument, renderLanguageSwitch, renderLogo } from '#sandbox/screens/layout.ts'
import { fill, type Language } from '#sandbox/screens/texts.ts'
import { type InterfaceDocument, interfaceDocuments } from './documents.ts'
import { sayWords } from './french-words.ts'
import { readSchemas } from './openapi.ts'
import type { AnswerShape, Operation, Parameter } from './operation.ts'
import { nameOf } from './schemas/components.ts'
import { referenceTexts } from './texts.ts'

type PageFrame = Pick<Frame, 'language' | 'languageHref' | 'startUrl'>

/** The list of the three interfaces. */
export function renderReferenceIndex(frame: PageFrame): Html {
  const { language } = frame
  const t = referenceTexts[language]
  const say = (sentence: string) => sayWords(language, sentence)
  return renderSite(
    frame,
    t.title,
    html`<section><h1>${t.title}</h1><p>${t.intro}</p></section>
<section><ul class="reference-index">${interfaceDocuments.map(
      document => html`<li><h2><a href="/reference/${document.name}">${say(document.title)}</a></h2>
<p>${say(document.description)}.</p>
<p class="meta">${fill(t.count, { count: document.operations.length })} · <a href="/reference/${document.name}.json">${t.documentLabel}</a></p></li>`,
    )}</ul></section>`,
  )
}

/** One interface: its endpoints with parameters, bodies and every answer, then the schemas. */
export function renderReference(frame: PageFrame, document: InterfaceDocument): Html {
  const { language } = frame
  const t = referenceTexts[language]
  const schemas = readSchemas(document)
  const title = sayWords(language, document.title)
  return renderSite(
    frame,
    `${title} ${document.version}`,
    html`<section><h1>${title} <small>${document.version}</small></h1><p>${t.intro} ${t.english}</p>
<p>${t.download} <a href="/reference/${document.name}.json"><code>/reference/${document.name}.json</code></a></p></section>
<section><h2>${t.operations}</h2><nav aria-label="${t.operations}"><ul class="reference-list">${document.operations.map(
      ({ id, method, path }) => html`<li><a href="#${id}"><b>${method}</b> <code>${path}</code></a></li>`,
    )}</ul></nav></section>
${document.operations.map(operation => renderOperation(operation, language))}
<section><h2>${t.schemas}</h2>${Object.entries(schemas).map(([id, schema]) => renderSchema(id, schema))}</section>`,
  )
}

function renderSite(frame: PageFrame, title: string, content: Html): Html {
  const t = referenceTexts[frame.language]
  return renderDocument({
    ...frame,
    bank: null,
    title,
    body: html`<header class="site-top">${renderLogo(null)}${renderLanguageSwitch(frame)}</header>
<main id="content" tabindex="-1" class="site reference">${content}
<section><p><a href="/">${t.back}</a></p></section></main>`,
  })
}

function renderOperation(operation: Operation, language: Language): Html {
  const t = referenceTexts[language]
  const { id, method, path, summary, source, parameters, body, answers } = operation
  return html`<section id="${id}" class="reference-operation"><h2><b>${method}</b> <code>${path}</code></h2>
<p>${sayWords(language, summary)}.</p><p class="meta">${t.source} ${sayWords(language, source)}</p>
${parameters.length > 0 ? renderParameters(id, parameters, language) : ''}
${body ? html`<h3>${t.body}</h3><p><code>${body.type}</code> ${renderSchemaLink(body.schema)}</p>` : ''}
${renderAnswers(id, answers, language)}</section>`
}

function renderParameters(id: string, parameters: readonly Parameter[], language: Language): Html {
  const t = referenceTexts[language]
  return html`<details><summary>${t.parameters} (${parameters.length})</summary><div class="table-scroll" tabindex="0" role="region" aria-label="${t.parameters}, ${id}"><table class="people">
<thead><tr><th scope="col">${t.name}</th><th scope="col">${t.where}</th><th scope="col">${t.required}</th><th scope="col">${t.meaning}</th></tr></thead>
<tbody>${parameters.map(
    parameter =>
      html`<tr><th scope="row"><code>${parameter.name}</code></th><td>${t.places[parameter.in]}</td><td>${
        parameter.required ? t.yes : t.no
      }</td><td>${renderText(sayWords(language, parameter.description))}</td></tr>`,
  )}</tbody></table></div></details>`
}

function renderAnswers(id: string, answers: Operation['answers'], language: Language): Html {
  const t = referenceTexts[language]
  return html`<h3>${t.answers}</h3><div class="table-scroll" tabindex="0" role="region" aria-label="${t.answers}, ${id}"><table class="people answers">
<thead><tr><th scope="col">${t.status}</th><th scope="col">${t.meaning}</th><th scope="col">${t.headers}</th><th scope="col">${t.answerBody}</th></tr></thead>
<tbody>${Object.entries(answers).map(([status, shape]) => renderAnswer(status, shape, language))}</tbody></table></div>`
}

function renderAnswer(status: string, { means, headers, schema }: AnswerShape, language: Language): Html {
  const t = referenceTexts[language]
  return html`<tr><th scope="row"><code>${status}</code></th><td>${renderText(sayWords(language, means))}</td><td><code>${headers.join(', ')}</code></td><td>${
    schema ? renderSchemaLink(schema) : t.none
  }</td></tr>`
}

/** What stands between backticks is code. */
function renderText(text: string): Html {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
  return html`${parts}`
}

function renderSchemaLink(schema: z.ZodType): Html {
  const { id } = nameOf(schema)
  return html`<a href="#schema-${id}"><code>${id}</code></a>`
}

function renderSchema(id: string, schema: unknown): Html {
  return html`<details id="schema-${id}" class="reference-schema"><summary><code>${id}</code> <span lang="en">${renderText(descriptionOf(schema))}</span></summary><pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre></details>`
}

function descriptionOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null || !('description' in schema)) return ''
  return String(schema.description)
}
