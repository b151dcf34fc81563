import { faults } from './faults.ts'
import type { Language, Text } from './story.ts'

/** What a call at the bank is about, for what becomes of it when it is disturbed; the first that matches a line of `METHOD target` and its body. */
export const callKinds = [
  ['renew', /\/oauth\/token\n(.*&)?grant_type=refresh_token/],
  ['token', /^POST .*\/oauth\/token/],
  ['revoke', /\/oauth\/revoke/],
  ['consent', /^PUT .*\/consents/],
  ['confirm', /^POST .*\/payment-requests\/[^/]+\/(o-)?confirmation/],
  ['request', /^POST .*\/payment-requests$/],
  ['cancel', /^PUT .*\/payment-requests/],
  ['follow', /^GET .*\/payment-requests/],
  ['verify', /payee-verifications/],
  ['read', /^GET /],
] as const
export type CallKind = (typeof callKinds)[number][0]

const otherByte: Text = { fr: 'Un octet de la demande a changé.', en: 'One byte of the request has changed.' }

/** What a fault does, by its id (faults.ts), with the kind of call where it is something else there. Those that change a request end with the bank's refusal. */
const causes: Readonly<Record<string, Text>> = {
  lost: { fr: 'La réponse s’est perdue en route.', en: 'The answer was lost on the way.' },
  slow: {
    fr: 'La banque a mis trois secondes : Guichet a attendu, et rien ne s’est perdu.',
    en: 'The bank took three seconds: Guichet waited, and nothing was lost.',
  },
  twice: {
    fr: 'La banque a envoyé deux fois la même page : Guichet n’a gardé chaque opération qu’une fois.',
    en: 'The bank sent the same page twice: Guichet kept each transaction once.',
  },
  html: {
    fr: 'Une page web est arrivée à la place de la réponse : Guichet n’en lit rien.',
    en: 'A web page came instead of the answer: Guichet reads nothing of it.',
  },
  body: { fr: 'La signature ne correspond plus au contenu.', en: 'The signature no longer fits the body.' },
  // Which nobody signs.
  'body token': otherByte,
  'body renew': otherByte,
  'body revoke': otherByte,
  'body verify': otherByte,
  date: { fr: 'La demande a une heure de retard.', en: 'The request is an hour old.' },
  account: {
    fr: 'La demande vise autre chose que ce qui a été permis.',
    en: 'The request is about something else than what was allowed.',
  },
  token: { fr: 'La banque ne connaît pas ce jeton.', en: 'The bank does not know this token.' },
  certificate: {
    fr: 'Sans certificat, la banque ne sait pas qui appelle.',
    en: 'Without a certificate the bank does not know who calls.',
  },
  amount: {
    fr: 'Le montant a changé en route : l’empreinte signée n’est plus la sienne.',
    en: 'The amount changed on the way: the signed digest is no longer its own.',
  },
  payee: {
    fr: 'Le bénéficiaire a changé en route : l’empreinte signée n’est plus la sienne.',
    en: 'The payee changed on the way: the signed digest is no longer its own.',
  },
  code: { fr: 'Ce code a déjà servi.', en: 'This code was used before.' },
}

const refused: Text = { fr: 'La banque refuse : {status}.', en: 'The bank refuses: {status}.' }

const doubled: Text = {
  fr: 'Le navigateur est revenu deux fois avec la même adresse : Guichet ne l’a traitée qu’une fois.',
  en: 'The browser came back twice with the same address: Guichet took it once.',
}

const noToken: Text = { fr: 'Aucun jeton n’est émis.', en: 'No token was issued.' }

/** What has not happened, because the bank refused. */
const afterRefusal: Readonly<Record<CallKind, Text>> = {
  token: noToken,
  renew: noToken,
  revoke: {
    fr: 'Les jetons ne sont pas encore rendus : Guichet réessaie.',
    en: 'The tokens are not revoked yet: Guichet tries again.',
  },
  consent: { fr: 'Rien n’est enregistré, rien n’est lu.', en: 'Nothing was recorded, nothing was read.' },
  confirm: { fr: 'Aucun argent n’est parti.', en: 'No money has left.' },
  request: { fr: 'Aucun paiement n’est déposé.', en: 'No payment was filed.' },
  cancel: { fr: 'Le paiement n’est pas annulé.', en: 'The payment is not cancelled.' },
  follow: {
    fr: 'Guichet garde le dernier état connu, et redemande.',
    en: 'Guichet keeps the last known state, and asks again.',
  },
  verify: { fr: 'Le nom du bénéficiaire n’est pas vérifié.', en: 'The payee’s name was not checked.' },
  read: { fr: 'Rien n’a été lu.', en: 'Nothing was read.' },
}

/** What Guichet does when it can't know what the bank did. */
const afterSilence: Readonly<Record<CallKind, Text>> = {
  token: {
    fr: 'Le code a servi, et le jeton n’est pas arrivé : Guichet propose de recommencer.',
    en: 'The code is used up and the token did not arrive: Guichet offers to start again.',
  },
  renew: {
    fr: 'Guichet garde le jeton de renouvellement, et le présentera de nouveau.',
    en: 'Guichet keeps the refresh token, and will present it again.',
  },
  revoke: { fr: 'Guichet réessaie.', en: 'Guichet tries again.' },
  consent: {
    fr: 'Guichet ne sait pas si la banque l’a enregistré, et ne lit rien tant qu’il l’ignore.',
    en: 'Guichet can’t know whether the bank has recorded it, and reads nothing until it does.',
  },
  confirm: {
    fr: 'L’argent est peut-être parti : Guichet demande l’état à la banque, et ne confirme de nouveau que si elle attend toujours.',
    en: 'The money may have left: Guichet asks the bank for the state, and confirms again only if it still waits.',
  },
  request: {
    fr: 'Guichet abandonne cette demande : sans confirmation, la banque ne l’exécute jamais.',
    en: 'Guichet gives this request up: without a confirmation the bank never executes it.',
  },
  cancel: {
    fr: 'Guichet demande l’état à la banque avant de dire si c’est annulé.',
    en: 'Guichet asks the bank for the state before it says whether it is cancelled.',
  },
  follow: afterRefusal.follow,
  verify: {
    fr: 'Guichet dit que le nom n’a pas pu être vérifié.',
    en: 'Guichet says that the name could not be checked.',
  },
  read: {
    fr: 'Guichet garde ce qu’il avait lu, et relira.',
    en: 'Guichet keeps what it had read, and reads again later.',
  },
}

/** The endings of all faults in a language. */
export type Endings = {
  /** What the bank calls each fault, by its id. */
  readonly names: Readonly<Record<string, string>>
  readonly kinds: readonly (readonly [CallKind, pattern: string])[]
  readonly refused: string
  readonly doubled: string
} & Readonly<Record<'causes' | 'afterRefusal' | 'afterSilence', Readonly<Record<string, string>>>>

export function endingsIn(language: Language): Endings {
  const say = (texts: Readonly<Record<string, Text>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]]))
  return {
    names: Object.fromEntries(faults.map(({ id, wish }) => [id, wish.fault.kind])),
    kinds: callKinds.map(([kind, pattern]) => [kind, pattern.source]),
    causes: say(causes),
    refused: refused[language],
    doubled: doubled[language],
    afterRefusal: say(afterRefusal),
    afterSilence: say(afterSilence),
  }
}
