import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** Mails as files of the data folder, so that they survive a restart and any mail program opens them. */
export type MailStore = {
  readonly add: (raw: Buffer) => void
  /** Newest first. */
  readonly list: () => Promise<StoredMail[]>
  readonly find: (id: string) => Promise<ShownMail | null>
}

export type StoredMail = {
  readonly id: string
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly language: string | null
  /** When it arrived, ISO 8601. */
  readonly at: string
  readonly text: string
  readonly html: string
}

/** `images`: what its HTML shows by Content-ID (RFC 2392), as data URLs. */
export type ShownMail = StoredMail & { readonly images: ReadonlyMap<string, string> }

const maxKept = 500
const namePattern = /^(\d{13})-[0-9a-f]{8}\.eml$/

/** Opens the mails of a folder, which is created if it does not exist. */
export function openMailStore(folder: string): MailStore {
  mkdirSync(folder, { recursive: true })
  const names = () =>
    readdirSync(folder)
      .filter(name => namePattern.test(name))
      .sort()
      .reverse()
  return {
    add: raw => {
      writeFileSync(join(folder, `${Date.now()}-${randomUUID().slice(0, 8)}.eml`), raw, { mode: 0o600 })
      for (const old of names().slice(maxKept)) rmSync(join(folder, old), { force: true })
    },
    list: () => Promise.all(names().map(async name => withoutImages(await readMail(folder, name)))),
    find: async id => {
      const name = names().find(known => known === `${id}.eml`)
      return name === undefined ? null : readMail(folder, name)
    },
  }
}

async function readMail(folder: string, name: string): Promise<ShownMail> {
  const mail = await PostalMime.parse(readFileSync(join(folder, name)))
  return {
    id: name.replace(/\.eml$/, ''),
    messageId: mail.messageId ?? '',
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
    subject: mail.subject ?? '',
    language: mail.headers.find(({ key }) => key === 'content-language')?.value ?? null,
    at: new Date(Number(namePattern.exec(name)?.[1] ?? 0)).toISOString(),
    text: mail.text ?? '',
    html: mail.html ?? '',
    images: readImages(mail),
  }
}

const withoutImages = ({ images: _, ...mail }: ShownMail): StoredMail => mail

function readImages({ attachments }: Email): Map<string, string> {
  return new Map(
    attachments.flatMap(({ contentId, mimeType, content }) => {
      if (contentId === undefined || !mimeType.startsWith('image/') || typeof content === 'string') return []
      const bytes = Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content)
      return [[contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${bytes.toString('base64')}`]]
    }),
  )
}
