import type { Criterion, JudgedCriterion, ReportKind } from '#lib/domain/incidents/classification.ts'

/** (EU) 2025/301, art. 2 to 4. */

type Words = {
  readonly titles: { readonly [kind in ReportKind]: string }
  readonly draft: string
  readonly sections: { readonly [section in 'facts' | 'counted' | 'banks' | 'events' | 'toWrite']: string }
  readonly terms: {
    readonly [term in
      | 'entity'
      | 'period'
      | 'aware'
      | 'classified'
      | 'due'
      | 'people'
      | 'merchants'
      | 'payments'
      | 'amounts'
      | 'downtime'
      | 'exceeded'
      | 'toJudge'
      | 'auditTrail']: string
  }
  readonly notYet: string
  readonly none: string
  readonly testData: string
  readonly of: (affected: string, all: string) => string
  readonly perDay: (affected: string, average: string) => string
  readonly minutes: (count: string) => string
  readonly calls: (failed: string, calls: string) => string
  readonly outage: (from: string, to: string | null) => string
  readonly checked: (at: string, events: string, breaks: number) => string
  readonly criteria: { readonly [criterion in Criterion | JudgedCriterion]: string }
  readonly toWrite: { readonly [kind in ReportKind]: readonly string[] }
}

export const incidentWords: { readonly [language in 'fr' | 'en']: Words } = {
  fr: {
    titles: {
      initial: 'Notification initiale d’incident',
      intermediate: 'Rapport intermédiaire d’incident',
      final: 'Rapport final d’incident',
    },
    draft:
      'Ébauche : les chiffres viennent de Guichet, le reste est à rédiger. Le classement de l’incident vous revient.',
    sections: {
      facts: 'Identification',
      counted: 'Conséquences chiffrées',
      banks: 'Interfaces des banques',
      events: 'Événements de la piste d’audit',
      toWrite: 'À rédiger',
    },
    terms: {
      entity: 'Entité',
      period: 'Période',
      aware: 'Connu le',
      classified: 'Classé majeur le',
      due: 'À envoyer avant le',
      people: 'Personnes touchées',
      merchants: 'Commerçants touchés',
      payments: 'Paiements touchés',
      amounts: 'Montants touchés',
      downtime: 'Indisponibilité la plus longue',
      exceeded: 'Seuils dépassés',
      toJudge: 'À apprécier par vous',
      auditTrail: 'Piste d’audit',
    },
    notYet: 'pas encore',
    none: 'aucun',
    testData: 'Paiements de test',
    of: (affected, all) => `${affected} sur ${all}`,
    perDay: (affected, average) => `${affected} ; un jour ordinaire en compte ${average}`,
    minutes: count => `${count} min`,
    calls: (failed, calls) => `Appels échoués : ${failed} sur ${calls}`,
    outage: (from, to) => (to === null ? `Indisponible depuis le ${from}` : `Indisponible du ${from} au ${to}`),
    checked: (at, events, breaks) =>
      breaks === 0 ? `${events} événements, intacte le ${at}` : `${events} événements, ${breaks} ruptures le ${at}`,
    criteria: {
      clients: 'plus de 10 % des clients, ou plus de 100 000',
      counterparts: 'plus de 30 % des commerçants',
      transactions: 'plus de 10 % des paiements ou du montant d’un jour ordinaire',
      duration: 'plus de 24 heures',
      downtime: 'plus de 2 heures d’indisponibilité',
      critical_services: 'services critiques touchés',
      data_losses: 'pertes de données',
      member_states: 'deux États membres ou plus touchés',
      economic_impact: 'coûts et pertes de plus de 100 000 €',
      reputation: 'atteinte à la réputation',
    },
    toWrite: {
      initial: [
        'Référence de l’incident et personne à joindre',
        'Ce qui s’est passé, et comment vous l’avez découvert',
        'Critères qui ont fait classer l’incident comme majeur, États membres touchés',
        'Origine chez un prestataire, s’il y en a une',
        'Plan de continuité activé ou non',
      ],
      intermediate: [
        'Début de l’incident et retour à la normale, ou état actuel',
        'Type d’incident ; pour une attaque, sa méthode et ses traces',
        'Processus et composants touchés, pertes de données',
        'Mesures provisoires, information des clients et des autres autorités',
      ],
      final: [
        'Causes profondes',
        'Date et manière de la résolution, mesures pour que cela ne se reproduise pas',
        'Coûts directs et indirects, sommes récupérées',
        'Différences avec les rapports précédents',
      ],
    },
  },
  en: {
    titles: {
      initial: 'Initial incident notification',
      intermediate: 'Intermediate incident report',
      final: 'Final incident report',
    },
    draft:
      'Draft: the figures come from Guichet, the rest is yours to write. You decide how the incident is classified.',
    sections: {
      facts: 'Identification',
      counted: 'Impact in figures',
      banks: 'The banks’ interfaces',
      events: 'Events of the audit trail',
      toWrite: 'To write',
    },
    terms: {
      entity: 'Entity',
      period: 'Period',
      aware: 'Known since',
      classified: 'Classified as major',
      due: 'Send before',
      people: 'People affected',
      merchants: 'Merchants affected',
      payments: 'Payments affected',
      amounts: 'Amounts affected',
      downtime: 'Longest downtime',
      exceeded: 'Thresholds exceeded',
      toJudge: 'For you to judge',
      auditTrail: 'Audit trail',
    },
    notYet: 'not yet',
    none: 'none',
    testData: 'Test payments',
    of: (affected, all) => `${affected} of ${all}`,
    perDay: (affected, average) => `${affected}; an ordinary day has ${average}`,
    minutes: count => `${count} min`,
    calls: (failed, calls) => `Failed calls: ${failed} of ${calls}`,
    outage: (from, to) => (to === null ? `Unavailable since ${from}` : `Unavailable from ${from} to ${to}`),
    checked: (at, events, breaks) =>
      breaks === 0 ? `${events} events, whole at ${at}` : `${events} events, ${breaks} breaks at ${at}`,
    criteria: {
      clients: 'more than 10% of clients, or more than 100,000',
      counterparts: 'more than 30% of merchants',
      transactions: 'more than 10% of an ordinary day’s payments or amount',
      duration: 'more than 24 hours',
      downtime: 'more than 2 hours of downtime',
      critical_services: 'critical services affected',
      data_losses: 'data losses',
      member_states: 'two or more Member States affected',
      economic_impact: 'costs and losses above €100,000',
      reputation: 'reputational impact',
    },
    toWrite: {
      initial: [
        'Reference of the incident, and who can be reached',
        'What happened, and how you discovered it',
        'Criteria that made the incident a major one, Member States affected',
        'Whether it began at a provider of yours',
        'Whether the business continuity plan is active',
      ],
      intermediate: [
        'When it began and when service was back, or how it stands',
        'Type of incident; for an attack, its method and its traces',
        'Processes and components affected, data losses',
        'Temporary measures, what clients and other authorities were told',
      ],
      final: [
        'Root causes',
        'When and how it was resolved, and what prevents another',
        'Direct and indirect costs, sums recovered',
        'What differs from the earlier reports',
      ],
    },
  },
}
