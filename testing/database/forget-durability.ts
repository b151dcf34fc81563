import pg from 'pg'
import type { Postgres } from '#scripts/run/postgres.ts'

/** Test data need not survive a power cut, so no commit waits for the disk. */
export async function forgetDurability({ urlOf }: Pick<Postgres, 'urlOf'>): Promise<void> {
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.query(`ALTER SYSTEM SET ${setting} = off`)
  await admin.query('SELECT pg_reload_conf()')
  await admin.end()
}
