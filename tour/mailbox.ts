import { z } from 'zod'
import { send } from './bank.ts'

/** The demonstration's mailbox: what Guichet sends. */
export type Mailbox = {
  /** Mails to an address since a moment, oldest first; none where the demonstration sends its mails elsewhere. */
  list(to: string, since: Date): Promise<readonly Mail[]>
}

const Mail = z.object({ id: z.string(), subject: z.string(), at: z.iso.datetime() })
type Mail = z.output<typeof Mail>

export function openMailbox(port: number): Mailbox {
  return {
    list: async (to, since) => {
      const path = `/api/mails?to=${encodeURIComponent(to)}`
      const base = { host: '127.0.0.1', port, method: 'GET', path, headers: { host: `localhost:${port}` } }
      const answer = await send(base).catch(() => null)
      if (answer?.status !== 200) return []
      return z
        .array(Mail)
        .parse(JSON.parse(answer.body))
        .filter(({ at }) => new Date(at) >= since)
        .map(({ id, subject, at }) => ({ id, subject, at }))
        .reverse()
    },
  }
}
