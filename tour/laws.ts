import type { Language, Text } from './story.ts'

/** What an article says, in one sentence: of the directive (EU) 2015/2366, the delegated regulation (EU) 2018/389 with (EU) 2022/2360, or the regulation (EU) 2016/679. */
type Law = { readonly name: Text; readonly says: Text }

const psd2 = (article: number, says: Text): Law => ({
  name: { fr: `DSP2, art. ${article}`, en: `PSD2, art. ${article}` },
  says,
})
const rts = (article: number | '10a', says: Text): Law => ({
  name: { fr: `RTS, art. ${article === '10a' ? '10 bis' : article}`, en: `RTS, art. ${article}` },
  says,
})
const gdpr = (article: number, says: Text): Law => ({
  name: { fr: `RGPD, art. ${article}`, en: `GDPR, art. ${article}` },
  says,
})

/** The articles that chapters cite. */
export const laws: readonly Law[] = [
  psd2(45, {
    fr: 'Avant un paiement isolé, la personne apprend quel identifiant il faut, en combien de temps il est exécuté au plus, ce qu’il coûte et qui l’initie.',
    en: 'Before a single payment the person is told which identifier is needed, how long it takes at most, what it costs and who initiates it.',
  }),
  psd2(66, {
    fr: 'Qui initie un paiement ne détient jamais les fonds, ne garde pas de données sensibles et ne donne au bénéficiaire que ce que le payeur permet.',
    en: 'Who initiates a payment never holds the funds, keeps no sensitive data and gives the payee only what the payer allows.',
  }),
  psd2(67, {
    fr: 'Qui lit des comptes a le consentement explicite de la personne, protège ses identifiants, s’identifie auprès de la banque et ne lit que les comptes désignés.',
    en: 'Who reads accounts has the person’s explicit consent, protects their credentials, identifies itself to the bank and reads the designated accounts only.',
  }),
  psd2(80, {
    fr: 'Un ordre à une date future peut être révoqué jusqu’à la fin du jour ouvrable qui précède.',
    en: 'An order for a later day can be revoked until the end of the business day before.',
  }),
  psd2(97, {
    fr: 'La banque demande une authentification forte à qui accède à son compte en ligne ou initie un paiement électronique, aussi par un prestataire.',
    en: 'The bank asks for strong authentication when a person opens their account online or initiates an electronic payment, through a provider too.',
  }),
  rts(5, {
    fr: 'Le code d’un paiement à distance dépend du montant et du bénéficiaire, que le payeur voit : changer l’un ou l’autre l’invalide.',
    en: 'The code of a remote payment depends on the amount and the payee, which the payer sees: changing either makes it invalid.',
  }),
  rts('10a', {
    fr: 'Par un prestataire, la banque demande l’authentification forte au premier accès, puis quand plus de 180 jours ont passé.',
    en: 'Through a provider the bank asks for strong authentication at the first access, and again once more than 180 days have passed.',
  }),
  rts(30, {
    fr: 'Une banque qui propose des comptes en ligne offre aux prestataires au moins une interface, documentée et ouverte aux essais.',
    en: 'A bank with online accounts offers providers at least one interface, documented and open for tests.',
  }),
  rts(32, {
    fr: 'L’interface dédiée est aussi disponible et aussi rapide que celle des clients de la banque.',
    en: 'The dedicated interface is as available and as fast as the one for the bank’s own customers.',
  }),
  rts(33, {
    fr: 'Si l’interface ne répond plus, les prestataires peuvent passer par le site de la banque, où ils doivent pouvoir être identifiés.',
    en: 'If the interface stops answering, providers may use the bank’s own site, where the bank must be able to identify them.',
  }),
  rts(34, {
    fr: 'Pour s’identifier, les prestataires utilisent des certificats eIDAS qualifiés, de cachet ou de site, qui portent leur numéro d’agrément et leurs rôles.',
    en: 'Providers identify themselves with qualified eIDAS certificates, for seals or websites, with their authorisation number and roles.',
  }),
  rts(36, {
    fr: 'La banque donne les mêmes informations qu’à son client, chaque fois qu’il les demande, et sans lui quatre fois par 24 heures au plus, sauf accord.',
    en: 'The bank gives the same information as to its customer, whenever they ask for it, and without them at most four times in 24 hours, unless agreed otherwise.',
  }),
  gdpr(5, {
    fr: 'Les données personnelles se limitent à ce que leur finalité exige, ne sont gardées que le temps qu’il faut et sont protégées.',
    en: 'Personal data is limited to what its purpose needs, kept no longer than that takes, and protected.',
  }),
  gdpr(7, {
    fr: 'Un consentement se retire à tout moment, aussi simplement qu’il se donne.',
    en: 'Consent can be withdrawn at any time, as easily as it is given.',
  }),
]

/** What the article that a rule cites says; empty where it cites none. */
export function sayLaw(rule: Text, language: Language): string {
  const cited = laws.find(({ name }) =>
    new RegExp(`^${name[language].replace('.', '\\.')}(?![\\da-z]| bis)`).test(rule[language]),
  )
  return cited?.says[language] ?? ''
}
