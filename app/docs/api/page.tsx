import { getTranslations } from 'next-intl/server'
import { ApiReference, type OpenapiDocument } from '#components/reference/api-reference.tsx'
import { writeOpenapi } from '#lib/domain/v1-openapi.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'

export async function generateMetadata() {
  return { title: (await getTranslations('keys.reference'))('title') }
}

/** The reference, drawn on the server from the document: no script of anybody's. */
export default function ApiReferencePage() {
  return <ApiReference document={writeOpenapi(readApiOrigin()) as unknown as OpenapiDocument} />
}
