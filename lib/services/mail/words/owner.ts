import { writeAmount } from './amount.ts'
import type { MailLanguage, MailParts } from './frame.ts'

/** To every owner about money or control (`notifies` in acts.ts). IBANs masked, addresses as host only. */

export type OwnerEvent =
  | { readonly what: 'owner_invited'; readonly address: string }
  | {
      readonly what: 'owner_joined' | 'owner_made' | 'owner_removed' | 'owner_demoted' | 'owner_left'
      readonly name: string
    }
  | { readonly what: 'beneficiary_changed' | 'beneficiary_withdrawn'; readonly iban: string }
  | { readonly what: 'beneficiary_waits'; readonly iban: string; readonly from: Date }
  | { readonly what: 'key_created' | 'key_changed' | 'key_revoked'; readonly name: string; readonly isTest: boolean }
  | {
      readonly what: 'member_keys_revoked' | 'member_keys_taken_over'
      readonly name: string
      readonly keys: readonly string[]
    }
  | {
      readonly what: 'webhook_created' | 'webhook_changed' | 'webhook_deleted' | 'webhook_secret_rotated'
      readonly host: string
      readonly isTest: boolean
    }
  | { readonly what: 'return_urls_changed'; readonly hosts: readonly string[] }
  | { readonly what: 'activation_asked' | 'activated' | 'resumed' }
  | { readonly what: 'activation_declined' | 'suspended'; readonly reason: string }
  /** Decimal strings. */
  | { readonly what: 'limits_changed'; readonly payment: string; readonly day: string; readonly month: string }

export type OwnerFacts = {
  readonly organisation: string
  readonly by: string
  readonly at: Date
  readonly event: OwnerEvent
  readonly page: string
}

type Words = {
  readonly subject: string
  readonly sentence: string
  /** If not agreed. */
  readonly remedy: string
  readonly action: string
}

export function writeOwnerMail(facts: OwnerFacts, language: MailLanguage): MailParts {
  const { organisation, by, at, event, page: url } = facts
  const isEnglish = language === 'en'
  const { subject, sentence, remedy, action } = isEnglish ? inEnglish(event, by) : inFrench(event, by)
  const moment = momentIn(language, at)
  return {
    subject: isEnglish ? `${organisation}: ${subject}` : `${organisation}\u202f: ${subject}`,
    paragraphs: [
      sentence,
      isEnglish ? `Done by ${by} on ${moment}, Paris time.` : `Fait par ${by} le ${moment}, heure de Paris.`,
      remedy,
    ],
    action: { label: action, url },
    small: {
      text: isEnglish
        ? `You get this email as an owner of ${organisation} on Guichet; you can’t turn it off. We never ask for a password or a code by email.`
        : `Vous recevez ce message comme propriétaire de l’organisation ${organisation} sur Guichet\u202f; il ne peut pas être désactivé. Nous ne demandons jamais de mot de passe ni de code par e-mail.`,
    },
  }
}

const formats = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' }),
  fr: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' }),
}

function momentIn(language: MailLanguage, at: Date): string {
  return formats[language].format(at)
}

function inEnglish(event: OwnerEvent, by: string): Words {
  const members = {
    remedy: `If you did not agree to this, remove that role right away, and that of ${by}.`,
    action: 'See the members',
  }
  const account = {
    remedy: 'If you did not agree to this, change it back right away and remove that person’s role.',
    action: 'See the account',
  }
  const keys = {
    remedy: 'If you did not agree to this, revoke the key and remove that person’s role.',
    action: 'See the keys',
  }
  const hooks = {
    remedy: 'If you did not agree to this, change it back, create a new secret and remove that person’s role.',
    action: 'See the webhooks',
  }
  switch (event.what) {
    case 'owner_invited':
      return {
        subject: 'someone is invited as an owner',
        sentence: `The address ${event.address} is invited as an owner. An owner decides where payments go and who works here.`,
        remedy: `If you did not agree to this, withdraw the invitation right away, and remove the role of ${by}.`,
        action: 'See the invitations',
      }
    case 'owner_joined':
      return {
        subject: 'there is a new owner',
        sentence: `${event.name} accepted an invitation and is an owner now. An owner decides where payments go and who works here.`,
        remedy: 'If you did not agree to this, remove that role right away, and that of whoever sent the invitation.',
        action: 'See the members',
      }
    case 'owner_made':
      return {
        subject: 'there is a new owner',
        sentence: `${event.name} is an owner now. An owner decides where payments go and who works here.`,
        ...members,
      }
    case 'owner_removed':
      return {
        subject: 'an owner was removed',
        sentence: `${event.name}, who was an owner, no longer belongs to the organisation.`,
        remedy: `If you did not agree to this, speak with the other owners right away and remove the role of ${by}.`,
        action: 'See the members',
      }
    case 'owner_demoted':
      return {
        subject: 'someone is no longer an owner',
        sentence: `${event.name} now has another role and is no longer an owner.`,
        remedy: `If you did not agree to this, speak with the other owners right away and remove the role of ${by}.`,
        action: 'See the members',
      }
    case 'owner_left':
      return {
        subject: 'an owner has left',
        sentence: `${event.name}, who was an owner, left the organisation.`,
        remedy: 'If you did not expect this, ask them whether they really left.',
        action: 'See the members',
      }
    case 'beneficiary_changed':
      return {
        subject: 'the account you are paid to has changed',
        sentence: `New payments go to ${event.iban}.`,
        ...account,
      }
    case 'beneficiary_waits':
      return {
        subject: 'the account you are paid to changes in a day',
        sentence: `From ${momentIn('en', event.from)}, Paris time, new payments go to ${event.iban}. Until then they go to the same account as before, because the person who set this has been an owner for less than a week.`,
        remedy:
          'If you did not agree to this, undo the change before then and remove that person’s role. Any owner can.',
        action: 'See or undo the change',
      }
    case 'beneficiary_withdrawn':
      return {
        subject: 'the change of account was undone',
        sentence: `The change to ${event.iban} was undone. Payments go to the same account as before.`,
        remedy: 'If the change was right, an owner can set it again.',
        action: 'See the account',
      }
    case 'key_created':
      return {
        subject: `${event.isTest ? 'a test' : 'an'} API key was created`,
        sentence: `The API key “${event.name}” was created${event.isTest ? ', for tests' : ''}. Whoever has it can do what its scopes allow, without signing in.`,
        ...keys,
      }
    case 'key_changed':
      return {
        subject: `${event.isTest ? 'a test' : 'an'} API key was changed`,
        sentence: `The API key “${event.name}” has another name, another last day, or other addresses that it can be used from.`,
        ...keys,
      }
    case 'key_revoked':
      return {
        subject: `${event.isTest ? 'a test' : 'an'} API key was revoked`,
        sentence: `The API key “${event.name}” was revoked. Programs that use it are refused from now on.`,
        remedy: 'If you did not agree to this, create a new key for your program and remove that person’s role.',
        action: 'See the keys',
      }
    case 'member_keys_revoked':
      return {
        subject: 'API keys were revoked',
        sentence: `${event.name} no longer belongs to the organisation, so their API keys were revoked: ${event.keys.join(', ')}. Programs that use them are refused from now on.`,
        remedy: 'If a program of yours needs one of them, create a new key for it.',
        action: 'See the keys',
      }
    case 'member_keys_taken_over':
      return {
        subject: 'API keys were taken over',
        sentence: `${by} took over API keys of ${event.name}: ${event.keys.join(', ')}. They work as before, with the rights of an owner.`,
        ...keys,
      }
    case 'webhook_created':
      return {
        subject: `a ${event.isTest ? 'test ' : ''}webhook endpoint was created`,
        sentence: `What happens to ${event.isTest ? 'test payments' : 'payments'} is sent to ${event.host} from now on.`,
        ...hooks,
      }
    case 'webhook_changed':
      return {
        subject: `a ${event.isTest ? 'test ' : ''}webhook endpoint was changed`,
        sentence: `The webhook endpoint at ${event.host} has another address or other events, or was turned on or off.`,
        ...hooks,
      }
    case 'webhook_deleted':
      return {
        subject: `a ${event.isTest ? 'test ' : ''}webhook endpoint was deleted`,
        sentence: `Nothing is sent to ${event.host} any more.`,
        remedy: 'If you did not agree to this, create the endpoint again and remove that person’s role.',
        action: 'See the webhooks',
      }
    case 'webhook_secret_rotated':
      return {
        subject: `a ${event.isTest ? 'test ' : ''}webhook endpoint has a new secret`,
        sentence: `Messages to ${event.host} are signed with a new secret; the previous one works for one more day.`,
        ...hooks,
      }
    case 'return_urls_changed':
      return {
        subject: 'the return addresses were changed',
        sentence: `Payers may be sent back to: ${event.hosts.join(', ') || 'no address'}.`,
        remedy: 'If you did not agree to this, change them back and remove that person’s role.',
        action: 'See the addresses',
      }
    case 'activation_asked':
      return {
        subject: 'we are checking your organisation',
        sentence: 'We were asked to activate live payments, and are checking the details and documents.',
        remedy: 'You get an email with our answer. If you did not agree to this, remove that person’s role.',
        action: 'See the activation',
      }
    case 'activated':
      return {
        subject: 'live payments are activated',
        sentence:
          'Your organisation can now create live keys and payment links. Payments go to the account we verified.',
        remedy: 'If you did not expect this, tell us right away and remove the roles you did not give.',
        action: 'See the activation',
      }
    case 'activation_declined':
      return {
        subject: 'live payments are not activated',
        sentence: `We could not activate live payments. The reason: ${event.reason}`,
        remedy: 'Correct what is missing and ask again. Test payments go on working.',
        action: 'See the activation',
      }
    case 'suspended':
      return {
        subject: 'new payments are suspended',
        sentence: `New payments to your organisation are refused, live and test. The reason: ${event.reason}`,
        remedy:
          'Payments under way are finished, and you can still refund. Write to us if the reason no longer applies.',
        action: 'See the activation',
      }
    case 'resumed':
      return {
        subject: 'payments are possible again',
        sentence: 'The suspension is over. New payments to your organisation are accepted again.',
        remedy: 'You don’t have to do anything.',
        action: 'See the activation',
      }
    case 'limits_changed':
      return {
        subject: 'your limits have changed',
        sentence: `For live payments: ${writeAmount(euros(event.payment), 'en')} per payment, ${writeAmount(euros(event.day), 'en')} a day and ${writeAmount(euros(event.month), 'en')} a month.`,
        remedy: 'Write to us if they don’t fit your business.',
        action: 'See the activation',
      }
  }
}

const euros = (amount: string) => ({ amount, currency: 'EUR' })

function inFrench(event: OwnerEvent, by: string): Words {
  const members = {
    remedy: `Si ce n’était pas convenu, retirez ce rôle sans attendre, ainsi que celui de ${by}.`,
    action: 'Voir les membres',
  }
  const account = {
    remedy: 'Si ce n’était pas convenu, rétablissez-le sans attendre et retirez son rôle à cette personne.',
    action: 'Voir le compte',
  }
  const keys = {
    remedy: 'Si ce n’était pas convenu, révoquez la clé et retirez son rôle à cette personne.',
    action: 'Voir les clés',
  }
  const hooks = {
    remedy: 'Si ce n’était pas convenu, rétablissez-le, créez un nouveau secret et retirez son rôle à cette personne.',
    action: 'Voir les webhooks',
  }
  switch (event.what) {
    case 'owner_invited':
      return {
        subject: 'une personne est invitée comme propriétaire',
        sentence: `L’adresse ${event.address} est invitée comme propriétaire. Un propriétaire décide où vont les paiements et qui travaille ici.`,
        remedy: `Si ce n’était pas convenu, annulez l’invitation sans attendre et retirez son rôle à ${by}.`,
        action: 'Voir les invitations',
      }
    case 'owner_joined':
      return {
        subject: 'il y a un nouveau propriétaire',
        sentence: `${event.name} a accepté une invitation et est maintenant propriétaire. Un propriétaire décide où vont les paiements et qui travaille ici.`,
        remedy:
          'Si ce n’était pas convenu, retirez ce rôle sans attendre, ainsi que celui de la personne qui a invité.',
        action: 'Voir les membres',
      }
    case 'owner_made':
      return {
        subject: 'il y a un nouveau propriétaire',
        sentence: `${event.name} est maintenant propriétaire. Un propriétaire décide où vont les paiements et qui travaille ici.`,
        ...members,
      }
    case 'owner_removed':
      return {
        subject: 'un propriétaire a été retiré',
        sentence: `${event.name}, qui était propriétaire, ne fait plus partie de l’organisation.`,
        remedy: `Si ce n’était pas convenu, parlez-en sans attendre aux autres propriétaires et retirez son rôle à ${by}.`,
        action: 'Voir les membres',
      }
    case 'owner_demoted':
      return {
        subject: 'une personne n’est plus propriétaire',
        sentence: `${event.name} a maintenant un autre rôle et n’est plus propriétaire.`,
        remedy: `Si ce n’était pas convenu, parlez-en sans attendre aux autres propriétaires et retirez son rôle à ${by}.`,
        action: 'Voir les membres',
      }
    case 'owner_left':
      return {
        subject: 'un propriétaire est parti',
        sentence: `${event.name}, qui était propriétaire, a quitté l’organisation.`,
        remedy: 'Si vous ne vous y attendiez pas, demandez-lui si c’est bien elle ou lui qui est parti.',
        action: 'Voir les membres',
      }
    case 'beneficiary_changed':
      return {
        subject: 'le compte bénéficiaire a été changé',
        sentence: `Les nouveaux paiements iront sur ${event.iban}.`,
        ...account,
      }
    case 'beneficiary_waits':
      return {
        subject: 'le compte bénéficiaire change dans un jour',
        sentence: `À partir du ${momentIn('fr', event.from)}, heure de Paris, les nouveaux paiements iront sur ${event.iban}. D’ici là, ils vont où ils allaient\u202f: la personne qui l’a demandé est propriétaire depuis moins d’une semaine.`,
        remedy:
          'Si ce n’était pas convenu, annulez ce changement avant, et retirez son rôle à cette personne. Tout propriétaire le peut.',
        action: 'Voir le changement, ou l’annuler',
      }
    case 'beneficiary_withdrawn':
      return {
        subject: 'le changement de compte a été annulé',
        sentence: `Le passage au compte ${event.iban} a été annulé. Les paiements vont toujours où ils allaient.`,
        remedy: 'Si ce changement était voulu, un propriétaire peut le demander de nouveau.',
        action: 'Voir le compte',
      }
    case 'key_created':
      return {
        subject: `une clé d’API${event.isTest ? ' de test' : ''} a été créée`,
        sentence: `La clé d’API «\u202f${event.name}\u202f» a été créée${event.isTest ? ', pour des tests' : ''}. Qui la détient peut faire ce que ses droits permettent, sans se connecter.`,
        ...keys,
      }
    case 'key_changed':
      return {
        subject: `une clé d’API${event.isTest ? ' de test' : ''} a été modifiée`,
        sentence: `La clé d’API «\u202f${event.name}\u202f» a un autre nom, un autre dernier jour ou d’autres adresses autorisées.`,
        ...keys,
      }
    case 'key_revoked':
      return {
        subject: `une clé d’API${event.isTest ? ' de test' : ''} a été révoquée`,
        sentence: `La clé d’API «\u202f${event.name}\u202f» a été révoquée. Les programmes qui l’utilisent sont désormais refusés.`,
        remedy:
          'Si ce n’était pas convenu, créez une nouvelle clé pour votre programme et retirez son rôle à cette personne.',
        action: 'Voir les clés',
      }
    case 'member_keys_revoked':
      return {
        subject: 'des clés d’API ont été révoquées',
        sentence: `${event.name} ne fait plus partie de l’organisation\u202f: ses clés d’API ont été révoquées (${event.keys.join(', ')}). Les programmes qui les utilisent sont désormais refusés.`,
        remedy: 'Si un de vos programmes en a besoin, créez-lui une nouvelle clé.',
        action: 'Voir les clés',
      }
    case 'member_keys_taken_over':
      return {
        subject: 'des clés d’API ont été reprises',
        sentence: `${by} a repris des clés d’API de ${event.name}\u202f: ${event.keys.join(', ')}. Elles fonctionnent comme avant, avec les droits d’un propriétaire.`,
        ...keys,
      }
    case 'webhook_created':
      return {
        subject: `une adresse de webhook${event.isTest ? ' de test' : ''} a été créée`,
        sentence: `Ce qui arrive aux paiements${event.isTest ? ' de test' : ''} est désormais envoyé à ${event.host}.`,
        ...hooks,
      }
    case 'webhook_changed':
      return {
        subject: `une adresse de webhook${event.isTest ? ' de test' : ''} a été modifiée`,
        sentence: `Le webhook vers ${event.host} a une autre adresse ou d’autres événements, ou a été activé ou désactivé.`,
        ...hooks,
      }
    case 'webhook_deleted':
      return {
        subject: `une adresse de webhook${event.isTest ? ' de test' : ''} a été supprimée`,
        sentence: `Plus rien n’est envoyé à ${event.host}.`,
        remedy: 'Si ce n’était pas convenu, créez-la de nouveau et retirez son rôle à cette personne.',
        action: 'Voir les webhooks',
      }
    case 'webhook_secret_rotated':
      return {
        subject: `une adresse de webhook${event.isTest ? ' de test' : ''} a un nouveau secret`,
        sentence: `Les messages vers ${event.host} sont signés avec un nouveau secret\u202f; le précédent vaut encore un jour.`,
        ...hooks,
      }
    case 'return_urls_changed':
      return {
        subject: 'les adresses de retour ont été changées',
        sentence: `Les payeurs peuvent être renvoyés vers\u202f: ${event.hosts.join(', ') || 'aucune adresse'}.`,
        remedy: 'Si ce n’était pas convenu, rétablissez-les et retirez son rôle à cette personne.',
        action: 'Voir les adresses',
      }
    case 'activation_asked':
      return {
        subject: 'nous vérifions votre organisation',
        sentence:
          'Une demande d’activation des paiements réels nous est parvenue. Nous vérifions les informations et les pièces.',
        remedy: 'Vous recevrez notre réponse par e-mail. Si ce n’était pas convenu, retirez son rôle à cette personne.',
        action: 'Voir l’activation',
      }
    case 'activated':
      return {
        subject: 'les paiements réels sont activés',
        sentence:
          'Votre organisation peut créer des clés et des liens de paiement réels. Les paiements arrivent sur le compte que nous avons vérifié.',
        remedy:
          'Si vous n’attendiez pas ce message, prévenez-nous aussitôt et retirez les rôles que vous n’avez pas donnés.',
        action: 'Voir l’activation',
      }
    case 'activation_declined':
      return {
        subject: 'les paiements réels ne sont pas activés',
        sentence: `Nous n’avons pas pu activer les paiements réels. Motif\u202f: ${event.reason}`,
        remedy: 'Corrigez ce qui manque, puis renouvelez la demande. Les paiements de test continuent de fonctionner.',
        action: 'Voir l’activation',
      }
    case 'suspended':
      return {
        subject: 'les nouveaux paiements sont suspendus',
        sentence: `Les nouveaux paiements à votre organisation sont refusés, réels comme de test. Motif\u202f: ${event.reason}`,
        remedy:
          'Les paiements en cours vont à leur terme, et les remboursements restent possibles. Écrivez-nous si le motif n’a plus lieu d’être.',
        action: 'Voir l’activation',
      }
    case 'resumed':
      return {
        subject: 'les paiements sont de nouveau possibles',
        sentence: 'La suspension est levée. Les nouveaux paiements à votre organisation sont de nouveau acceptés.',
        remedy: 'Vous n’avez rien à faire.',
        action: 'Voir l’activation',
      }
    case 'limits_changed':
      return {
        subject: 'vos plafonds ont changé',
        sentence: `Pour les paiements réels\u202f: ${writeAmount(euros(event.payment), 'fr')} par paiement, ${writeAmount(euros(event.day), 'fr')} par jour et ${writeAmount(euros(event.month), 'fr')} par mois.`,
        remedy: 'Écrivez-nous s’ils ne conviennent pas à votre activité.',
        action: 'Voir l’activation',
      }
  }
}
