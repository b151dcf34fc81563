import { getTranslations } from 'next-intl/server'
import { ErrorCatalogue } from '#components/reference/error-catalogue.tsx'

export async function generateMetadata() {
  return { title: (await getTranslations('keys.reference'))('errors.title') }
}

export default function ErrorsPage() {
  return <ErrorCatalogue />
}
