import { parseArgs } from 'node:util'
import { closeBanks } from '#lib/banks.ts'
import { closeDb } from '#lib/db.ts'
import { eraseForOperator, findPerson, previewErasure } from '#lib/services/data-rights/erase-everything.ts'
import { describeError, loadEnvFile } from '#scripts/command.ts'

const usage = `npm run erase -- --person lea@example.org

  Erases a person who asked for it and can't do it in the settings, or who is back after a restore: revokes access at their banks,
  deletes everything about them and keeps an anonymous record. An organisation without another owner is closed: make somebody
  else its owner first if it goes on. Without --yes it only says what would be deleted (\`closes\`: those organisations).

  --person   address, or the id from the log line "person erased"
  --yes      erase; it can't be undone
  Variables: .env.example. They are read from the environment and from .env.`

try {
  const { values } = parseArgs({
    options: { person: { type: 'string' }, yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) console.log(usage)
  else await erase(values.person ?? '', values.yes === true)
} catch (error) {
  console.error(`${describeError(error)}\n\n${usage}`)
  process.exitCode = 2
} finally {
  await closeBanks()
  await closeDb()
}

async function erase(addressOrId: string, isMeant: boolean): Promise<void> {
  if (addressOrId === '') throw new Error('--person is missing: the address or id of the person')
  loadEnvFile()
  const userId = await findPerson(addressOrId)
  if (userId === null) throw new Error('--person: nobody has this address or id')
  const { deleted, banks, closes } = await previewErasure({ userId })
  console.log(JSON.stringify({ userId, deleted, banks, closes }))
  if (isMeant) console.log(`Erased. Record ${await eraseForOperator(userId)}`)
  else console.log('Nothing was erased. Add --yes to do it.')
}
