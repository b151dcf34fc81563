import { withFrenchSpaces } from '#sandbox/html/french-spaces.ts'
import type { Language } from '#sandbox/html/texts.ts'

/** Texts of the reference pages around the documents, which are in English like the interface. */
export type ReferenceTexts = {
  readonly title: string
  readonly intro: string
  readonly download: string
  readonly documentLabel: string
  readonly count: string
  readonly operations: string
  readonly schemas: string
  readonly parameters: string
  readonly body: string
  readonly answers: string
  readonly answerBody: string
  readonly example: string
  readonly events: string
  readonly name: string
  readonly where: string
  readonly required: string
  readonly meaning: string
  readonly status: string
  readonly headers: string
  readonly type: string
  readonly path: string
  readonly query: string
  readonly header: string
  readonly back: string
  readonly none: string
  readonly source: string
  readonly english: string
}

export const referenceTexts: Readonly<Record<Language, ReferenceTexts>> = {
  fr: withFrenchSpaces({
    title: 'Référence des interfaces',
    intro:
      'Tout ce que ces banques acceptent et répondent : chaque point d’accès, chaque paramètre, chaque statut. Les réponses sont vérifiées avec ces mêmes schémas.',
    download: 'Le document OpenAPI 3.1 :',
    documentLabel: 'Document OpenAPI 3.1',
    count: '{count} points d’accès',
    operations: 'Points d’accès',
    schemas: 'Schémas',
    parameters: 'Paramètres',
    body: 'Corps de la requête',
    answers: 'Réponses',
    answerBody: 'Corps',
    example: 'Exemple',
    events: 'Événements',
    name: 'Nom',
    where: 'Où',
    required: 'obligatoire',
    meaning: 'Sens',
    status: 'Statut',
    headers: 'En-têtes',
    type: 'Type',
    path: 'chemin',
    query: 'requête',
    header: 'en-tête',
    back: 'Retour à l’accueil du bac à sable',
    none: 'aucun corps',
    source: 'D’après',
    english: 'Les noms et les schémas sont en anglais, comme l’interface.',
  }),
  en: {
    title: 'Interface reference',
    intro:
      'Everything these banks accept and answer: each endpoint, each parameter, each status. Their answers are checked with these very schemas.',
    download: 'The OpenAPI 3.1 document:',
    documentLabel: 'OpenAPI 3.1 document',
    count: '{count} endpoints',
    operations: 'Endpoints',
    schemas: 'Schemas',
    parameters: 'Parameters',
    body: 'Request body',
    answers: 'Answers',
    answerBody: 'Body',
    example: 'Example',
    events: 'Events',
    name: 'Name',
    where: 'Where',
    required: 'required',
    meaning: 'Meaning',
    status: 'Status',
    headers: 'Headers',
    type: 'Type',
    path: 'path',
    query: 'query',
    header: 'header',
    back: 'Back to the start page of the sandbox',
    none: 'no body',
    source: 'Source',
    english: 'Names and meanings are those of the interface.',
  },
}
