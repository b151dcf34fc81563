import { setTimeout as delay } from 'node:timers/promises'
import { enqueue, type JobHandlers, startWorker } from '#lib/queue.ts'
import { sweepHandoffs } from '#lib/services/connections/app-to-app.ts'
import { tellWhatEnds } from '#lib/services/connections/reminders.ts'
import { sweepProofsOfPayment } from '#lib/services/leaving/proofs-of-payment.ts'
import { sendQueuedMail, sweepMails, takeDueMails } from '#lib/services/mail/mail-sending.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { sweepDevices } from '#lib/services/people/devices.ts'
import { sweepLimits } from '#lib/services/people/limits.ts'
import { sweepMailedLinks } from '#lib/services/people/mailed-links.ts'
import { sweepSessions } from '#lib/services/people/sessions.ts'
import { sweepReconciliation } from '#lib/services/reconciliation/reconciliation.ts'
import { sweepQuota } from '#lib/services/refresh/quota-use.ts'
import {
  findUnansweredConsents,
  finishConsent,
  sweepDeadExchanges,
  sweepExpiredFlows,
  sweepQuarantine,
  sweepRevocations,
} from '#lib/services/refresh/sweep.ts'
import { drivePaymentsUntil } from './payments.ts'
import { refreshUntil } from './refreshes.ts'
import { watchUntil } from './watch.ts'
import { deliverUntil } from './webhooks.ts'

export type Worker = { readonly stop: () => Promise<void> }

/** What jobs do. Each carries the id of a row; the row says what there is to do, its lease who does it. */
const handlers: JobHandlers = {
  'consent.finish': ({ id }) => finishConsent(id),
  'mail.send': async ({ id }) => {
    await sendQueuedMail(id)
  },
}

/** How often rows are looked through for what was left behind. */
const sweepMs = 3_000
/** How often what was kept for its time is deleted: it reads whole tables, and nobody waits for it. */
const forgetMs = 10 * 60_000

/**
 * Runs the worker of this process: jobs from the queue, the schedule of refreshes, payments, and the sweepers that find what no job
 * was made for. Any number of processes may run one. `stop` lets what is under way end; a refresh is left to another.
 */
export async function startJobs(): Promise<Worker> {
  const queue = await startWorker(handlers)
  const stopped = new AbortController()
  const sweeping = sweepUntil(stopped.signal)
  const refreshing = refreshUntil(stopped.signal)
  const paying = drivePaymentsUntil(stopped.signal)
  const watching = watchUntil(stopped.signal)
  const telling = deliverUntil(stopped.signal)
  return {
    stop: async () => {
      stopped.abort()
      await Promise.all([sweeping, refreshing, paying, watching, telling])
      await queue.stop()
    },
  }
}

async function sweepUntil(stopped: AbortSignal): Promise<void> {
  let forgotAt = 0
  while (!stopped.aborted) {
    await sweepOnce()
    if (Date.now() - forgotAt > forgetMs) {
      forgotAt = Date.now()
      await runEach(forgetters)
    }
    await delay(sweepMs, undefined, { signal: stopped }).catch(() => undefined)
  }
}

type Sweepers = Readonly<Record<string, () => Promise<unknown>>>

const forgetters: Sweepers = {
  sessions: sweepSessions,
  devices: sweepDevices,
  'mailed-links': sweepMailedLinks,
  'payments.kept': sweepProofsOfPayment,
  mails: sweepMails,
}

/** One round of every sweeper that somebody may be waiting for. */
export function sweepOnce(): Promise<void> {
  return runEach({
    'flows.expired': sweepExpiredFlows,
    'flows.dead': sweepDeadExchanges,
    'flows.quarantine': sweepQuarantine,
    revocations: sweepRevocations,
    'consents.unanswered': enqueueUnansweredConsents,
    'authorisations.ending': tellWhatEnds,
    mails: enqueueMails,
    limits: sweepLimits,
    handoffs: sweepHandoffs,
    quota: sweepQuota,
    reconciliation: sweepReconciliation,
  })
}

/** One after the other. One that fails (the database is away, say) leaves its work to the next round. */
async function runEach(sweepers: Sweepers): Promise<void> {
  for (const [name, sweep] of Object.entries(sweepers)) {
    try {
      await sweep()
    } catch (error) {
      recordFault(error, { method: 'SWEEP', path: name })
    }
  }
}

async function enqueueMails(): Promise<void> {
  for (const id of await takeDueMails()) await enqueue('mail.send', { id })
}

async function enqueueUnansweredConsents(): Promise<void> {
  for (const { id } of await findUnansweredConsents()) await enqueue('consent.finish', { id })
}
