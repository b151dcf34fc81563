import { withFrenchSpaces } from '#sandbox/html/french-spaces.ts'
import type { Language } from '#sandbox/html/texts.ts'
import type { AppCondition } from './app-to-app.ts'

/** Texts of the switch of the bank's app. */
export type PhoneTexts = {
  readonly title: string
  readonly intro: string
  readonly legend: string
  readonly absent: string
  readonly fresh: string
  readonly installed: string
  readonly save: string
  readonly saved: string
  readonly check: string
  readonly checkText: string
  readonly holds: string
  readonly fails: string
  readonly perRequest: string
  readonly conditions: Readonly<Record<AppCondition, string>>
  readonly back: string
}

export const phoneTexts: Readonly<Record<Language, PhoneTexts>> = {
  fr: withFrenchSpaces({
    title: 'L’application de la banque',
    intro:
      'Sur un téléphone, une demande d’accès ouvre l’application de la banque si tout ce qui suit est réuni ; sinon, la page s’affiche dans le navigateur. Ce réglage ne vaut que pour ce navigateur et cette banque.',
    legend: 'Sur ce téléphone',
    absent: 'L’application n’est pas installée',
    fresh: 'Version {version}, installée mais jamais ouverte',
    installed: 'Version {version}, déjà utilisée',
    save: 'Enregistrer',
    saved: 'C’est enregistré pour ce navigateur.',
    check: 'Les conditions, en ce moment',
    checkText: 'La dernière est vérifiée à chaque demande, pour son adresse de retour.',
    holds: 'oui',
    fails: 'non',
    perRequest: 'à chaque demande',
    conditions: {
      on_phone: 'Le navigateur est celui d’un téléphone',
      retail: 'La banque sert les particuliers (les professionnels ne sont pas activés)',
      bank_host: 'L’adresse appelée porte le code de la banque (réglage liveHostFormat)',
      installed: 'L’application est installée',
      opened_once: 'Elle a été utilisée au moins une fois',
      version: 'Sa version est au moins {version}',
      universal_link: 'Le lien universel du retour a été déclaré, exactement, à l’enregistrement',
    },
    back: 'Retour à la banque',
  }),
  en: {
    title: 'The bank’s app',
    intro:
      'On a phone, an access request opens the bank’s app if all of these conditions are met; otherwise the page opens in the browser. This setting is for this browser and this bank only.',
    legend: 'On this phone',
    absent: 'The app is not installed',
    fresh: 'Version {version}, installed but never opened',
    installed: 'Version {version}, used before',
    save: 'Save',
    saved: 'Saved for this browser.',
    check: 'The conditions right now',
    checkText: 'The last one is checked with each request, for its return address.',
    holds: 'yes',
    fails: 'no',
    perRequest: 'with each request',
    conditions: {
      on_phone: 'The browser is on a phone',
      retail: 'The bank serves private customers (businesses are not activated)',
      bank_host: 'The address called carries the bank’s code (setting liveHostFormat)',
      installed: 'The app is installed',
      opened_once: 'It has been used at least once',
      version: 'Its version is at least {version}',
      universal_link: 'The exact universal link of the callback was registered',
    },
    back: 'Back to the bank',
  },
}
