import { withoutAddress } from '@guichet/values/text/address.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import { writeDay } from './day.ts'
import type { MailLanguage, MailParts } from './frame.ts'

/** IBANs masked. */

const roleNames: Record<MailLanguage, Record<MemberRole, string>> = {
  fr: {
    owner: 'propriétaire',
    admin: 'administrateur',
    developer: 'développeur',
    accountant: 'comptable',
    viewer: 'lecteur',
  },
  en: { owner: 'owner', admin: 'administrator', developer: 'developer', accountant: 'accountant', viewer: 'viewer' },
}

function toMember(organisation: string, language: MailLanguage, settings?: string): MailParts['small'] {
  const text =
    language === 'en'
      ? `You get this email as a member of ${organisation} on Guichet. We never ask for a password or a code by email.`
      : `Vous recevez ce message comme membre de l’organisation ${organisation} sur Guichet. Nous ne demandons jamais de mot de passe ni de code par e-mail.`
  const label = language === 'en' ? 'Turn these emails off' : 'Ne plus recevoir ces messages'
  return settings === undefined ? { text } : { text, link: { label, url: settings } }
}

export type InvitationFacts = {
  readonly role: MemberRole
  readonly organisation: string
  readonly inviter: string
  readonly url: string
}

export function writeInvitation(
  { role, organisation, inviter: typed, url }: InvitationFacts,
  language: MailLanguage,
): MailParts {
  const inviter = withoutAddress(typed)
  return language === 'en'
    ? {
        subject: `Invitation to ${organisation} on Guichet`,
        paragraphs: [
          `${inviter} invites you to join ${organisation} on Guichet as ${roleNames.en[role]}.`,
          'Accept within seven days, signed in with this address.',
        ],
        action: { label: 'See the invitation', url },
        small: { text: 'If you did not expect this, ignore this message: nothing happens.' },
      }
    : {
        subject: `Invitation à rejoindre ${organisation} sur Guichet`,
        paragraphs: [
          `${inviter} vous invite à rejoindre ${organisation} sur Guichet, avec le rôle «\u202f${roleNames.fr[role]}\u202f».`,
          'Acceptez sous sept jours, avec un compte à cette adresse.',
        ],
        action: { label: 'Voir l’invitation', url },
        small: { text: 'Si vous n’attendiez pas cette invitation, ignorez ce message\u202f: il ne se passera rien.' },
      }
}

/** `host` only: the rest may contain a secret. */
export type EndpointFacts = { readonly organisation: string; readonly host: string; readonly page: string }

/** It answered 410. */
export function writeEndpointOff({ organisation, host, page: url }: EndpointFacts, language: MailLanguage): MailParts {
  const small = toMember(organisation, language)
  return language === 'en'
    ? {
        subject: `${organisation}: a webhook endpoint was turned off`,
        paragraphs: [
          `${host} answered 410 (gone), so we no longer send it events. Payments go on as before.`,
          'If that was not intended, turn it on again and send what it missed.',
        ],
        action: { label: 'See the endpoint', url },
        small,
      }
    : {
        subject: `${organisation}\u202f: une adresse de webhook a été désactivée`,
        paragraphs: [
          `${host} a répondu 410 (disparu)\u202f: nous ne lui envoyons plus rien. Les paiements continuent comme avant.`,
          'Si ce n’était pas voulu, réactivez-la et renvoyez ce qu’elle a manqué.',
        ],
        action: { label: 'Voir l’adresse', url },
        small,
      }
}

export type ExpiringKeyFacts = {
  readonly organisation: string
  readonly name: string
  readonly isTest: boolean
  /** Paris, YYYY-MM-DD. */
  readonly expiresOn: string
  readonly page: string
}

export function writeKeyExpiring(
  { organisation, name, isTest, expiresOn, page: url }: ExpiringKeyFacts,
  language: MailLanguage,
): MailParts {
  const small = toMember(organisation, language)
  const day = writeDay(expiresOn, language)
  return language === 'en'
    ? {
        subject: `${organisation}: ${isTest ? 'a test' : 'an'} API key expires on ${day}`,
        paragraphs: [
          `The API key “${name}” can be used until the end of ${day}, Paris time. Programs that use it are refused afterwards.`,
          'Create a new key for them, or choose a later day for this one.',
        ],
        action: { label: 'See the keys', url },
        small,
      }
    : {
        subject: `${organisation}\u202f: une clé d’API${isTest ? ' de test' : ''} expire le ${day}`,
        paragraphs: [
          `La clé d’API «\u202f${name}\u202f» est utilisable jusqu’à la fin du ${day}, heure de Paris. Les programmes qui l’utilisent seront ensuite refusés.`,
          'Créez-leur une nouvelle clé, ou choisissez un jour plus lointain pour celle-ci.',
        ],
        action: { label: 'Voir les clés', url },
        small,
      }
}

type Wished = { readonly settings: string }

/** Given up after a day. */
export function writeEndpointFailing(
  { organisation, host, page: url, settings }: EndpointFacts & Wished,
  language: MailLanguage,
): MailParts {
  const small = toMember(organisation, language, settings)
  return language === 'en'
    ? {
        subject: `${organisation}: a webhook endpoint has not received an event for a day`,
        paragraphs: [
          `${host} did not accept an event in any of our attempts during a day. We don’t send this event again by ourselves, but we send later ones. Payments go on as before.`,
          'See what it answered, and send again what it missed.',
        ],
        action: { label: 'See the deliveries', url },
        after: ['We write again only if it works again and then fails once more.'],
        small,
      }
    : {
        subject: `${organisation}\u202f: une adresse de webhook n’a pas reçu un événement depuis un jour`,
        paragraphs: [
          `${host} n’a reçu un événement à aucun de nos essais en un jour. Nous ne le renverrons pas de nous-mêmes, mais nous enverrons les suivants. Les paiements continuent comme avant.`,
          'Voyez ce qu’elle a répondu, et renvoyez ce qu’elle a manqué.',
        ],
        action: { label: 'Voir les envois', url },
        after: ['Nous n’écrirons de nouveau que si elle reçoit quelque chose, puis échoue encore.'],
        small,
      }
}

export type HeldFacts = Wished & {
  readonly organisation: string
  readonly reference: string
  readonly isTest: boolean
  readonly page: string
}

export function writePaymentHeld(
  { organisation, reference, isTest, page: url, settings }: HeldFacts,
  language: MailLanguage,
): MailParts {
  const small = toMember(organisation, language, settings)
  return language === 'en'
    ? {
        subject: `${organisation}: a ${isTest ? 'test ' : ''}payment is on hold (${reference})`,
        paragraphs: [
          `For ${reference}, the bank’s answer doesn’t match the payment requested. The payment does not count as paid.`,
          'Deliver nothing until this is checked.',
        ],
        action: { label: 'See the payment', url },
        small,
      }
    : {
        subject: `${organisation}\u202f: un paiement${isTest ? ' de test' : ''} est suspendu (${reference})`,
        paragraphs: [
          `Pour ${reference}, la réponse de la banque ne concorde pas avec le paiement demandé. Le paiement ne compte pas comme payé.`,
          'Ne livrez rien avant vérification.',
        ],
        action: { label: 'Voir le paiement', url },
        small,
      }
}

export type LinkFacts = {
  readonly organisation: string
  readonly title: string
  /** Null: typed by the payer. */
  readonly amount: string | null
  readonly isTest: boolean
  readonly url: string
}

export function writeLink({ organisation, title, amount, isTest, url }: LinkFacts, language: MailLanguage): MailParts {
  const what = amount === null ? title : `${title} (${amount})`
  return language === 'en'
    ? {
        subject: `${isTest ? 'Test: payment' : 'Payment'} request from ${organisation}: ${title}`,
        paragraphs: [
          ...(isTest ? ['This is a test: there is nothing to pay, and the banks and the money are made up.'] : []),
          `${organisation} asks you to pay: ${what}.`,
          'You pay from your bank account, without a card.',
        ],
        action: { label: 'See and pay', url },
        after: ['You see the payee and the amount again before you pay, and you approve at your bank, nowhere else.'],
        small: {
          text: `${organisation} sent you this through Guichet. Don’t know them? Do nothing, and nothing is paid.`,
        },
      }
    : {
        subject: `${isTest ? 'Essai\u202f: demande' : 'Demande'} de paiement de ${organisation}\u202f: ${title}`,
        paragraphs: [
          ...(isTest ? ['C’est un essai\u202f: il n’y a rien à payer, les banques et l’argent sont fictifs.'] : []),
          `${organisation} vous demande de payer\u202f: ${what}.`,
          'Vous payez depuis votre compte bancaire, sans carte.',
        ],
        action: { label: 'Voir et payer', url },
        after: [
          'Vous reverrez le bénéficiaire et le montant avant de payer, et vous validerez chez votre banque, nulle part ailleurs.',
        ],
        small: {
          text: `${organisation} vous écrit depuis Guichet. Vous ne connaissez pas cet expéditeur\u202f? Ne faites rien\u202f: rien n’est payé.`,
        },
      }
}
