import { db, type Tx } from '#lib/db.ts'
import type { MailParts } from '#lib/domain/mail-frame.ts'
import { wordsOfInvitation } from '#lib/services/household/household-invitations.ts'
import { wordsOfNotice } from '#lib/services/people/notices.ts'
import { hashOf, newSecret } from '#lib/services/secrets.ts'
import { languageOf, sealWords } from './mail-queue.ts'
import type { MailRow } from './mail-sending.ts'

/**
 * Mails that were due when the outboxes became one came without words (migration one_outbox): who takes one writes them, once
 * for all who take it after. A link that was mailed before keeps no secret here, so an invitation gets a new one.
 */
export function writeCarriedWords(mail: MailRow): Promise<string | null> {
  const { id, organisationId, userId, leaseId, language } = mail
  return db().$transaction(async tx => {
    const words = await findWords(tx, mail)
    const wordsSealed = words && (await sealWords(id, words, languageOf(language)))
    const { count } = await tx.mail.updateMany({
      where: { id, organisationId, userId, leaseId },
      data: { wordsSealed },
    })
    return count === 1 ? wordsSealed : null
  })
}

async function findWords(tx: Tx, { kind, userId, aboutId: id, language }: MailRow): Promise<MailParts | null> {
  if (userId === null) return null
  if (kind === 'notice') {
    const notice = await tx.notice.findFirst({ where: { id, userId } })
    return notice && wordsOfNotice(notice, languageOf(language))
  }
  if (kind !== 'household_invitation') return null
  const token = newSecret()
  await tx.householdInvitation.updateMany({ where: { id, userId }, data: { tokenHash: hashOf(token) } })
  return wordsOfInvitation(tx, { userId, token }, languageOf(language))
}
