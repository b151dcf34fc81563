import { getTranslations } from 'next-intl/server'
import { ApiReference } from '#components/reference/document.tsx'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'
import type { OpenapiDocument } from '#root/packages/api-reference/render-reference.ts'
import '#root/packages/api-reference/reference.css'

export async function generateMetadata() {
  return { title: (await getTranslations('keys.reference'))('title') }
}

/** The API reference, rendered on the server from the document, without scripts. */
export default function ApiReferencePage() {
  return <ApiReference document={writeOpenapi(readApiOrigin()) as unknown as OpenapiDocument} />
}
