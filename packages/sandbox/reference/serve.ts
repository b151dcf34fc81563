import { type OpenapiOperation, renderReference as renderOpenapi } from '@guichet/api-reference/render-reference.ts'
import { html } from 'hono/html'
import { createElement, type JSXNode } from 'hono/jsx'
import { banks, groupDomain } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { type Frame, renderDocument, renderLanguageSwitch, renderLogo } from '#sandbox/html/layout.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { fill, type Language, texts } from '#sandbox/texts/catalogue.ts'
import { type InterfaceDocument, interfaceDocuments } from './documents.ts'
import { sayWords } from './french-words.ts'
import { buildOpenApi } from './openapi.ts'

type Found =
  | { readonly kind: 'json'; readonly body: Record<string, unknown> }
  | { readonly kind: 'page'; readonly page: Html }

/**
 * The content of `/reference`: the list without a name, an interface's page by its name, its OpenAPI 3.1 document by name and
 * `.json`. Null for any other name.
 */
export function findReference(
  sandbox: Sandbox,
  name: string | null,
  frame: Pick<Frame, 'language' | 'languageHref' | 'startUrl'>,
): Found | null {
  if (name === null) return { kind: 'page', page: renderReferenceIndex(frame) }
  const document = interfaceDocuments.find(known => known.name === name.replace(/\.json$/, ''))
  if (!document) return null
  if (document.name === name) return { kind: 'page', page: renderReference(frame, document) }
  const servers = banks.map(bank => ({
    url: `https://${bank.code}.${groupDomain}:${sandbox.ports.api}`,
    description: bank.name,
  }))
  return { kind: 'json', body: buildOpenApi(document, servers) }
}

type PageFrame = Pick<Frame, 'language' | 'languageHref' | 'startUrl'>

/** The list of the three interfaces. */
function renderReferenceIndex(frame: PageFrame): Html {
  const { language } = frame
  const t = texts[language].reference
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

/** One interface: its endpoints with parameters, bodies and all answers, then the schemas. */
function renderReference(frame: PageFrame, document: InterfaceDocument): Html {
  const { language } = frame
  const t = texts[language].reference
  const say = (sentence: string) => sayWords(language, sentence)
  const title = say(document.title)
  const reference = renderOpenapi<JSXNode>(withoutDescriptions(buildOpenApi(document, [])), {
    createElement,
    words: t,
    say,
    marksEnglish: language !== 'en',
    noteOf: operation => noteOf(operation, document, language),
  })
  return renderSite(
    frame,
    `${title} ${document.version}`,
    html`<section><h1>${title} <small>${document.version}</small></h1><p>${t.intro} ${t.english}</p>
<p>${t.download} <a href="/reference/${document.name}.json"><code>/reference/${document.name}.json</code></a></p></section>
${reference}`,
  )
}

/** What describes an operation to programs is its source and scope, which `noteOf` says in the page's language. */
function withoutDescriptions<Document extends { readonly paths: object }>(document: Document): Document {
  const isSource = (name: string, value: unknown) => name === 'description' && String(value).startsWith('Source: ')
  return JSON.parse(JSON.stringify(document, (name, value) => (isSource(name, value) ? undefined : value)))
}

/** The source of an operation in the documents, and whether it needs a token, which is not among the headers in OpenAPI. */
function noteOf({ operationId }: OpenapiOperation, { operations }: InterfaceDocument, language: Language): string {
  const operation = operations.find(({ id }) => id === operationId)
  if (!operation) return ''
  const token = operation.parameters.find(({ name }) => name === 'Authorization')
  const authorization = token ? ` · \`Authorization: ${token.description.split(':')[0]}\`` : ''
  const scope = operation.scope === undefined ? '' : ` · \`scope: ${operation.scope}\``
  return `${texts[language].reference.source} ${sayWords(language, operation.source)}${scope}${authorization}`
}

function renderSite(frame: PageFrame, title: string, content: Html): Html {
  const t = texts[frame.language].reference
  return renderDocument({
    ...frame,
    bank: null,
    title,
    sheet: 'reference.css',
    body: html`<header class="site-top">${renderLogo(null)}${renderLanguageSwitch(frame)}</header>
<main id="content" tabindex="-1" class="site reference">${content}
<section><p><a href="/">${t.back}</a></p></section></main>`,
  })
}
