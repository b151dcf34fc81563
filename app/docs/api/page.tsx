import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { ApiReference } from '#components/reference/document.tsx'
import { FirstSteps } from '#components/reference/first-steps.tsx'
import { readApiOrigin, readWebhookSenders } from '#lib/services/merchant/api-requests.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'
import { sampleLanguages } from '#lib/views/v1/samples.ts'
import { readReader } from './reader.tsx'
import '@guichet/api-reference/reference.css'

export const generateMetadata = titleOf('keys.reference.title')

/** The API reference, rendered on the server from the document. Only a member who can make keys is sent a script of it. */
export default openPage(async ({ query: { code } }) => {
  const reader = await readReader()
  const document = writeOpenapi(readApiOrigin())
  const language = sampleLanguages.find(one => one === code) ?? 'curl'
  const api = document.servers[0]?.url ?? ''
  const steps = <FirstSteps api={api} language={language} reader={reader} />
  return <ApiReference document={document} steps={steps} senders={readWebhookSenders()} />
})
