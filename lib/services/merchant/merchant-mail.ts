import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { maskIban } from '#lib/domain/iban.ts'
import type { MemberRole } from '#lib/domain/membership.ts'
import { readEnv } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { isMailOn, type Mail, sendMail } from '#lib/mail.ts'

/** Mails that an organisation's members get. What is in them was typed by people: markup is escaped, lines are one line. */

type Language = 'fr' | 'en'
type Words = { readonly subject: string; readonly paragraphs: readonly string[] }

/** Sends words as text and as plain HTML; false when there is no mail server or it did not take the mail. */
async function post(head: Pick<Mail, 'id' | 'to'> & { language: Language }, words: Words): Promise<boolean> {
  if (!isMailOn()) return false
  const escapeMarkup = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const linked = (text: string) =>
    escapeMarkup(text).replace(/https?:\/\/\S+/g, address => `<a href="${address}">${address}</a>`)
  const { subject, paragraphs } = words
  const html = paragraphs.map(paragraph => `<p>${linked(paragraph)}</p>`).join('\n')
  try {
    await sendMail({ ...head, subject, text: paragraphs.join('\n\n'), html })
    return true
  } catch (error) {
    log().warn({ err: error }, 'a mail of an organisation was not taken')
    return false
  }
}

const roleNames: Record<Language, Record<MemberRole, string>> = {
  fr: {
    owner: 'propriétaire',
    admin: 'administrateur',
    developer: 'développeur',
    accountant: 'comptable',
    viewer: 'lecteur',
  },
  en: { owner: 'owner', admin: 'administrator', developer: 'developer', accountant: 'accountant', viewer: 'viewer' },
}

export type InvitationMail = {
  readonly id: string
  readonly to: string
  readonly role: MemberRole
  readonly organisationName: string
  readonly inviterName: string
  readonly url: string
  readonly language: Language
}

/** Invites somebody by mail. False when it could not be sent: the inviter has the link too. */
export function mailInvitation({ id, to, role, organisationName, inviterName, url, language }: InvitationMail) {
  const words: Words =
    language === 'en'
      ? {
          subject: `${inviterName} invites you to ${organisationName} on Guichet`,
          paragraphs: [
            `${inviterName} invites you to join ${organisationName} on Guichet as ${roleNames.en[role]}.`,
            `Accept within seven days, signed in with this address: ${url}`,
            'If you expected nothing of the kind, ignore this message: nothing happens.',
          ],
        }
      : {
          subject: `${inviterName} vous invite chez ${organisationName} sur Guichet`,
          paragraphs: [
            `${inviterName} vous invite à rejoindre ${organisationName} sur Guichet, avec le rôle « ${roleNames.fr[role]} ».`,
            `Acceptez sous sept jours, avec un compte à cette adresse : ${url}`,
            'Si vous n’attendiez rien de tel, ignorez ce message : il ne se passera rien.',
          ],
        }
  return post({ id: `invitation-${id}`, to, language }, words)
}

/** Tells every owner that the account paid to was changed, by whom and when (C24). The IBAN is masked. */
export async function mailBeneficiaryChange(organisationId: string, byUserId: string): Promise<void> {
  const organisation = await db().organisation.findUniqueOrThrow({
    where: { id: organisationId },
    include: { memberships: { where: { role: 'owner' }, select: { userId: true } } },
  })
  const ids = organisation.memberships.map(({ userId }) => userId)
  const people = await db().user.findMany({ where: { id: { in: [...ids, byUserId] } } })
  const by = people.find(({ id }) => id === byUserId)?.name ?? '—'
  const iban = maskIban(organisation.beneficiaryIban ?? '')
  const settings = new URL('/organisation', readEnv('APP_URL')).href
  const changedAt = organisation.beneficiaryChangedAt?.getTime() ?? 0
  for (const { id, email, locale } of people.filter(person => ids.includes(person.id))) {
    const language = locale === 'en' ? 'en' : 'fr'
    const words = beneficiaryWords(language, { name: organisation.name, by, iban, settings })
    await post({ id: `beneficiary-${organisationId}-${changedAt}-${id}`, to: email, language }, words)
  }
}

type Change = { readonly name: string; readonly by: string; readonly iban: string; readonly settings: string }

function beneficiaryWords(language: Language, { name, by, iban, settings }: Change): Words {
  return language === 'en'
    ? {
        subject: `${name}: the account that you are paid to was changed`,
        paragraphs: [
          `${by} changed the account that ${name} is paid to. New payments go to ${iban}.`,
          `If this was not agreed, change it back at once and take away that person’s role: ${settings}`,
        ],
      }
    : {
        subject: `${name} : le compte bénéficiaire a été changé`,
        paragraphs: [
          `${by} a changé le compte sur lequel ${name} est payé. Les nouveaux paiements iront sur ${iban}.`,
          `Si ce n’était pas convenu, rétablissez-le sans attendre et retirez son rôle à cette personne : ${settings}`,
        ],
      }
}

/** Tells those who look after webhooks that an endpoint answered 410 and is told nothing more. */
export async function mailEndpointOff(
  organisationId: string,
  endpoint: { readonly id: string; readonly url: string },
): Promise<void> {
  const { name, memberships } = await db().organisation.findUniqueOrThrow({
    where: { id: organisationId },
    include: { memberships: { where: { role: { in: ['owner', 'admin', 'developer'] } }, select: { userId: true } } },
  })
  const people = await db().user.findMany({ where: { id: { in: memberships.map(({ userId }) => userId) } } })
  const page = new URL(`/webhooks/${endpoint.id}`, readEnv('APP_URL')).href
  const { host } = new URL(endpoint.url)
  const turnedOffAt = now().getTime()
  for (const { id, email, locale } of people) {
    const language = locale === 'en' ? 'en' : 'fr'
    const head = { id: `webhook-off-${endpoint.id}-${turnedOffAt}-${id}`, to: email, language } as const
    await post(head, endpointOffWords(language, { name, host, page }))
  }
}

type TurnedOff = { readonly name: string; readonly host: string; readonly page: string }

function endpointOffWords(language: Language, { name, host, page }: TurnedOff): Words {
  return language === 'en'
    ? {
        subject: `${name}: a webhook endpoint was turned off`,
        paragraphs: [
          `${host} answered 410 (gone), so it is told nothing more. Payments go on as before.`,
          `If that was not meant, turn it on again and send what it missed: ${page}`,
        ],
      }
    : {
        subject: `${name} : une adresse de webhook a été désactivée`,
        paragraphs: [
          `${host} a répondu 410 (disparu) : nous ne lui annonçons plus rien. Les paiements continuent comme avant.`,
          `Si ce n’était pas voulu, réactivez-la et renvoyez ce qu’elle a manqué : ${page}`,
        ],
      }
}

export type LinkMail = {
  readonly id: string
  readonly to: string
  readonly organisationName: string
  readonly title: string
  readonly amount: string | null
  readonly url: string
  readonly language: Language
}

/** Sends a payment link to a payer. False when it could not be sent. */
export function mailLink({ id, to, organisationName, title, amount, url, language }: LinkMail): Promise<boolean> {
  const what = amount === null ? title : `${title} (${amount})`
  const words: Words =
    language === 'en'
      ? {
          subject: `${organisationName}: ${title}`,
          paragraphs: [
            `${organisationName} asks you to pay: ${what}.`,
            `Pay from your bank account, without a card: ${url}`,
            'You will see the payee and the amount again before anything is paid, and you agree at your bank, nowhere else.',
          ],
        }
      : {
          subject: `${organisationName} : ${title}`,
          paragraphs: [
            `${organisationName} vous demande de payer : ${what}.`,
            `Payez depuis votre compte bancaire, sans carte : ${url}`,
            'Vous reverrez le bénéficiaire et le montant avant tout paiement, et c’est auprès de votre banque que vous donnez votre accord.',
          ],
        }
  return post({ id, to, language }, words)
}
