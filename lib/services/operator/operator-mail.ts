import { db } from '#lib/db.ts'
import { log } from '#lib/log.ts'
import { isMailOn, sendMail } from '#lib/mail.ts'
import type { CertificateEnding } from './operator-certificates.ts'

const names = { qwac: 'QWAC', qsealc: 'QSealC' }

/**
 * Mails every operator that a certificate ends, in their language; nothing without a mail server. The same ending and operator
 * make the same mail id. A mail that is not taken is logged: the alarm stands in the cockpit, the log and the audit trail too.
 */
export async function mailCertificateEnding(ending: CertificateEnding): Promise<void> {
  if (!isMailOn()) return
  const operators = await db().user.findMany({
    where: { role: 'operator' },
    select: { id: true, email: true, locale: true },
  })
  for (const { id, email, locale } of operators) {
    const language = locale === 'en' ? 'en' : 'fr'
    const words = wordsOf(ending, language)
    const mail = { id: `certificate-${ending.fingerprint.slice(0, 16)}-${ending.daysLeft}-${id}`, to: email, language }
    const html = `<p>${words.text.replaceAll('\n\n', '</p><p>')}</p>`
    await sendMail({ ...mail, ...words, html } as const).catch(error =>
      log().warn({ err: error }, 'an alarm was not mailed'),
    )
  }
}

/** Our own words and numbers only: nothing in them can be markup. */
function wordsOf(
  { use, daysLeft, fingerprint }: CertificateEnding,
  language: 'fr' | 'en',
): { subject: string; text: string } {
  const days = Math.max(0, daysLeft)
  const name = names[use]
  if (language === 'en') {
    const when = days === 0 ? 'has ended' : days === 1 ? 'ends in one day' : `ends in ${days} days`
    const what = `The ${name} ${fingerprint.slice(0, 16)} ${when}.`
    const then =
      'Without a new one every bank refuses us. Add the new certificates in the cockpit, under Certificates, and put them in use.'
    return { subject: `Guichet: the ${name} ${when}`, text: `${what}\n\n${then}` }
  }
  const when = days === 0 ? 'a expiré' : days === 1 ? 'expire dans un jour' : `expire dans ${days} jours`
  const what = `Le ${name} ${fingerprint.slice(0, 16)} ${when}.`
  const then =
    'Sans remplaçant, chaque banque nous refuse. Ajoutez les nouveaux certificats au poste de pilotage, page Certificats, puis mettez-les en usage.'
  return { subject: `Guichet : le ${name} ${when}`, text: `${what}\n\n${then}` }
}
