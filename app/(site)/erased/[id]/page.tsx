import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { orNotFound } from '#app/(user)/connections/found.ts'
import { pathOf } from '#app/read-request.ts'
import { ErasureRecord } from '#components/settings/erasure-record.tsx'
import { readErasure } from '#lib/services/leaving/erase-everything.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('leaving'))('record.title'), robots: { index: false } }
}

export default async function ErasedPage({ params }: { params: Promise<unknown> }) {
  const { id } = await pathOf(params, 'id')
  return <ErasureRecord record={await orNotFound(readErasure(id))} />
}
