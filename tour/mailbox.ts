import { z } from 'zod'
import { send } from './bank.ts'
import { poll } from './poll.ts'

/** The demonstration's mailbox: what Guichet sends. */
export type Mailbox = {
  /** Mails to an address since a moment, oldest first; none where the demonstration sends its mails elsewhere. */
  list(to: string, since: Date): Promise<readonly Mail[]>
  /** Resolves once a mail to an address has come since a moment; after a while in any case. */
  awaitMail(to: string, since: Date): Promise<void>
  /** The token of the newest link to a page that was mailed to an address. Throws if none arrives. */
  awaitToken(to: string, path: string): Promise<string>
}

const Mail = z.object({ id: z.string(), subject: z.string(), at: z.iso.datetime(), text: z.string() })
type Mail = Omit<z.output<typeof Mail>, 'text'>
const patienceMs = 8_000
const mailMs = 3_000

export function openMailbox(port: number): Mailbox {
  const read = async (to: string): Promise<z.output<typeof Mail>[]> => {
    const path = `/api/mails?to=${encodeURIComponent(to)}`
    const base = { host: '127.0.0.1', port, method: 'GET', path, headers: { host: `localhost:${port}` } }
    const answer = await send(base).catch(() => null)
    return answer?.status === 200 ? z.array(Mail).parse(JSON.parse(answer.body)) : []
  }
  const list = async (to: string, since: Date) =>
    (await read(to))
      .filter(({ at }) => new Date(at) >= since)
      .map(({ id, subject, at }) => ({ id, subject, at }))
      .reverse()
  return {
    list,
    awaitMail: async (to, since) => {
      await poll(async () => (await list(to, since))[0], mailMs)
    },
    awaitToken: async (to, path) => {
      const find = async () => new RegExp(`${path}\\?token=([\\w-]+)`).exec((await read(to))[0]?.text ?? '')?.[1]
      const token = await poll(find, patienceMs)
      if (token !== undefined) return token
      throw new Error(`No mail came to ${to}`)
    },
  }
}
