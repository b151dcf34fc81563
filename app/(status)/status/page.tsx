import { titleOf } from '#app/title-of.ts'
import { StatusPage } from '#components/status/overview.tsx'
import { readPublicStatus } from '#lib/services/operator/status.ts'

export const generateMetadata = titleOf('status.title')

export default async function PublicStatusPage() {
  return <StatusPage status={await readPublicStatus()} />
}
