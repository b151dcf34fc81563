import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { DataReference } from '#components/reference/document.tsx'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { writeDataOpenapi } from '#lib/views/data-openapi.ts'
import '@guichet/api-reference/reference.css'

export const generateMetadata = titleOf('keys.reference.data.title')

/** The reference of the data API, rendered on the server from its document. */
export default openPage(async () => <DataReference document={writeDataOpenapi(readApiOrigin())} />)
