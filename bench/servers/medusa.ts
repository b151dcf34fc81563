import { freePort } from '#scripts/run/postgres.ts'
import { isMedusaInstalled, startMedusa } from '#testing/medusa/server.ts'
import { newCart, newSession, openStorefront } from '#testing/medusa/storefront.ts'
import { openEmptyDatabase } from './database.ts'
import { atOnce, cpuMsOf } from './load.ts'

export type MedusaRates = { readonly perSecond: number; readonly cpuMs: number }

/**
 * What Medusa 2 needs for a cart, its payment collection and a payment session with its own provider, which asks nobody: three requests,
 * with 8 clients. Null unless `npm run soak -- medusa` has installed it.
 */
export async function measureMedusa(count: number): Promise<MedusaRates | null> {
  if (!isMedusaInstalled()) return null
  const database = await openEmptyDatabase('medusa')
  try {
    return await measure(database.url, count)
  } finally {
    await database.drop()
  }
}

async function measure(databaseUrl: string, count: number): Promise<MedusaRates> {
  const medusa = await startMedusa({ databaseUrl, port: await freePort() })
  try {
    const storefront = await openStorefront(medusa, 'pp_system_default')
    const sell = async () => {
      const { collectionId } = await newCart(storefront)
      await newSession(storefront, collectionId, {})
    }
    await atOnce(8, 40, sell)
    const before = cpuMsOf(medusa.pid)
    const perSecond = await atOnce(8, count, sell)
    return { perSecond, cpuMs: (cpuMsOf(medusa.pid) - before) / count }
  } finally {
    await medusa.stop()
  }
}
