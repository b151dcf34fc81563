import { openBank } from '#lib/banks.ts'
import { startJobs } from '#lib/jobs/tasks.ts'
import type { Worker } from '#lib/jobs/worker.ts'
import { createPeoplesBank } from './peoples-bank.ts'

/** What a worker of `bench/scale.ts` is told. `tasks`: runs these until told otherwise, none if empty, all if null. */
export type Order = { readonly tasks: readonly string[] | null; readonly more: number }

// A worker as in production, in a process of its own, whose banks answer inside it. It answers every order when it is carried out.
const [codes = '', days = '90'] = process.argv.slice(2)
let more = 0
const wire = createPeoplesBank({ days: Number(days), more: () => more })
for (const code of codes.split(',')) {
  const bank = await openBank(code)
  if (!bank) throw new Error(`no bank ${code}`)
  bank.credentials = { transport: wire, seal: bank.credentials.seal }
}
let worker: Worker | null = null
process.on('message', async (order: Order) => {
  more = order.more
  await worker?.stop()
  worker = order.tasks === null ? startJobs() : order.tasks.length > 0 ? startJobs(...order.tasks) : null
  process.send?.('done')
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
