import { db } from '#lib/db.ts'

/** Whether this process can do its work: its database answers. */
export async function checkHealth(): Promise<{ database: boolean }> {
  try {
    await db().$queryRaw`SELECT 1`
    return { database: true }
  } catch {
    return { database: false }
  }
}
