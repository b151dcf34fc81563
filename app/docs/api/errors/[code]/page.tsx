import { notFound } from 'next/navigation'
import { pathOf } from '#app/read-request.ts'
import { ErrorPage } from '#components/reference/error-catalogue.tsx'
import { apiErrorCodes } from '#lib/views/v1/errors.ts'

type Props = { readonly params: Promise<unknown> }

export async function generateMetadata({ params }: Props) {
  return { title: (await pathOf(params, 'code')).code }
}

/** The page that `type` of a problem links to. */
export default async function OneErrorPage({ params }: Props) {
  const { code } = await pathOf(params, 'code')
  const known = apiErrorCodes.find(one => one === code)
  if (!known) notFound()
  return <ErrorPage code={known} />
}
