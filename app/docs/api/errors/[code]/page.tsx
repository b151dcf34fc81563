import { notFound } from 'next/navigation'
import { metadataOf, openPage } from '#app/open-page.ts'
import { ErrorPage } from '#components/reference/error-catalogue.tsx'
import { apiErrorCodes } from '#lib/views/v1/errors.ts'

export const generateMetadata = metadataOf(async ({ part }) => ({ title: part('code') }))

/** The page that `type` of a problem links to. */
export default openPage(({ part }) => {
  const code = part('code')
  const known = apiErrorCodes.find(one => one === code)
  if (!known) notFound()
  return <ErrorPage code={known} />
})
