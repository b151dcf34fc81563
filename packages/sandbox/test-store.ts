import { parisDay } from './clock.ts'
import { advanceLives } from './people/advance.ts'
import { dayOf, isoOf } from './people/days.ts'
import { storePeople } from './people/settle.ts'
import { newTestFolder } from './pki/test-authority.ts'
import { openSandbox, type Sandbox } from './running-bank.ts'
import { readSettings, type Settings } from './settings.ts'
import { openStore } from './store/open.ts'
import { tables } from './store/schema.ts'

export type TestSandboxOptions = NonNullable<Parameters<typeof openSandbox>[1]> & {
  /** Of accounts without entries until a test makes some. */
  readonly withoutLives?: boolean
}

/** A bank in memory with its own folder. */
export function openTestSandbox(
  settings: Partial<Settings> = {},
  { withoutLives = false, ...options }: TestSandboxOptions = {},
): Promise<Sandbox> {
  const wanted = { ...readSettings({}), dataDir: newTestFolder(), storePath: ':memory:', ...settings }
  const image = imageOn(parisDay(options.realNow?.() ?? new Date()), withoutLives)
  return openSandbox(wanted, { log: () => {}, image, ...options })
}

const images = new Map<string, Uint8Array>()

/**
 * The store of a bank whose people were settled on that day, and lived until a month before it: their two years take longer than most
 * tests. The bank goes on from there (people/advance.test.ts).
 */
function imageOn(day: string, withoutLives: boolean): Uint8Array {
  const key = `${day} ${withoutLives}`
  const known = images.get(key)
  if (known) return known
  const db = openStore(':memory:', tables)
  storePeople(db, day)
  if (withoutLives) db.exec('UPDATE accounts SET life = NULL')
  advanceLives(db, isoOf(dayOf(day) - 31))
  const image = db.serialize()
  db.close()
  images.set(key, image)
  return image
}
