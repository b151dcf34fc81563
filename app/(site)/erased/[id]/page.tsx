import { orNotFound } from '#app/or-not-found.ts'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { ErasureRecord } from '#components/settings/erasure-record.tsx'
import { readErasure } from '#lib/services/data-rights/erase-everything.ts'

export const generateMetadata = titleOf('leaving.record.title', { robots: { index: false } })

export default async function ErasedPage({ params }: { params: Promise<unknown> }) {
  const { id } = await pathOf(params, 'id')
  return <ErasureRecord record={await orNotFound(readErasure(id))} />
}
