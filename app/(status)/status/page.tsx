import { getTranslations } from 'next-intl/server'
import { StatusPage } from '#components/status/overview.tsx'
import { readPublicStatus } from '#lib/services/operator/status.ts'

export async function generateMetadata() {
  return { title: (await getTranslations('status'))('title') }
}

export default async function PublicStatusPage() {
  return <StatusPage status={await readPublicStatus()} />
}
