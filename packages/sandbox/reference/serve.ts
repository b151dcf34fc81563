import { banks, groupDomain } from '#sandbox/banks.ts'
import type { Html } from '#sandbox/html/brands.ts'
import type { Frame } from '#sandbox/html/layout.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { interfaceDocuments } from './documents.ts'
import { buildOpenApi } from './openapi.ts'
import { renderReference, renderReferenceIndex } from './page.ts'

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
