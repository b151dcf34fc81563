import { getTranslations } from 'next-intl/server'
import { VersionLog } from '#components/reference/version-log.tsx'

export async function generateMetadata() {
  return { title: (await getTranslations('keys.reference'))('versions.title') }
}

export default function VersionsPage() {
  return <VersionLog />
}
