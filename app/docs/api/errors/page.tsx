import { titleOf } from '#app/title-of.ts'
import { ErrorCatalogue } from '#components/reference/error-catalogue.tsx'

export const generateMetadata = titleOf('keys.reference.errors.title')

export default function ErrorsPage() {
  return <ErrorCatalogue />
}
