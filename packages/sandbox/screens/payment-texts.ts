import { withFrenchSpaces } from '#sandbox/html/french-spaces.ts'
import type { Language } from '#sandbox/html/texts.ts'
import type { CancellationReason } from '#sandbox/pis/status.ts'
import type { Frequency } from '#sandbox/store/payments.ts'

/** Texts of the screens of a payment. `{name}` is a placeholder. */
export type PaymentTexts = {
  readonly wish: string
  readonly wishCancellation: string
  readonly leave: string
  readonly leaveHelp: string
  readonly keep: string
  readonly keepHelp: string
  readonly codeTitle: string
  readonly codeIntro: string
  readonly signInMessage: string
  readonly validateTitle: string
  readonly validateIntro: string
  readonly validateMessage: string
  readonly validateMessageMultiple: string
  readonly validateMessageRecurrent: string
  readonly cancelMessage: string
  readonly otherAccount: string
  readonly account: {
    readonly title: string
    readonly intro: string
    readonly legend: string
    readonly available: string
    readonly choose: string
    readonly notListed: string
  }
  readonly first: { readonly title: string; readonly intro: string; readonly button: string }
  readonly last: { readonly title: string; readonly intro: string; readonly button: string }
  readonly cancellation: {
    readonly title: string
    readonly intro: string
    readonly introSome: string
    readonly button: string
    readonly reason: string
    readonly reasons: Readonly<Record<CancellationReason, string>>
  }
  readonly rows: {
    readonly amount: string
    readonly total: string
    readonly payee: string
    readonly debit: string
    readonly when: string
    readonly kind: string
    readonly remittance: string
    readonly transfers: string
    readonly asker: string
    readonly reference: string
  }
  readonly asker: string
  readonly kinds: {
    readonly single: string
    readonly instant: string
    readonly multiple: string
    readonly deferred: string
    readonly recurrent: string
  }
  readonly when: {
    readonly now: string
    readonly instant: string
    readonly deferred: string
    readonly recurrent: string
    readonly until: string
    readonly forever: string
    readonly following: string
    readonly preceding: string
  }
  readonly each: Readonly<Record<Frequency, string>>
  readonly noAccount: {
    readonly title: string
    readonly text: string
    readonly textIban: string
    readonly textCancellation: string
    readonly back: string
  }
  readonly terminated: string
  readonly ended: {
    readonly title: string
    readonly approved: string
    readonly cancelled: string
    readonly refused: string
    readonly kept: string
  }
}

export const paymentTexts: Readonly<Record<Language, PaymentTexts>> = {
  fr: withFrenchSpaces({
    wish: '{software} ({legal}) vous demande un virement de {amount} vers {payee}',
    wishCancellation: '{software} ({legal}) demande l’annulation d’un virement de {amount} vers {payee}',
    leave: 'Refuser et quitter',
    leaveHelp: 'Vous revenez chez {software} et rien n’est débité.',
    keep: 'Garder le virement et quitter',
    keepHelp: 'Vous revenez chez {software} et le virement est maintenu.',
    codeTitle: 'Confirmez que c’est bien vous',
    codeIntro: 'Nous avons envoyé un code à 6 chiffres au {phone}. Il ouvre votre espace et ne valide aucun virement.',
    signInMessage: 'Connexion demandée depuis {software} ({legal}). Ce code ne valide aucun virement :',
    validateTitle: 'Validez avec votre code',
    validateIntro: 'Nous avons envoyé un code à 6 chiffres au {phone}. Il ne vaut que pour ce qui suit.',
    validateMessage: 'Virement de {amount} vers {payee}, {iban}, demandé par {software}. Code pour le valider :',
    validateMessageMultiple:
      '{count} virements, {amount} au total, vers {payee}, {iban}, demandés par {software}. Code pour les valider :',
    validateMessageRecurrent:
      'Virement permanent de {amount} ({each}) vers {payee}, {iban}, demandé par {software}. Code pour le valider :',
    cancelMessage: 'Annulation du virement de {amount} vers {payee}, {iban}. Code pour l’annuler :',
    otherAccount: 'Choisir un autre compte',
    account: {
      title: 'Depuis quel compte ?',
      intro: 'Voici vos comptes qui peuvent émettre ce virement.',
      legend: 'Compte à débiter',
      available: 'Solde {amount}',
      choose: 'Continuer avec ce compte',
      notListed: 'Un compte bloqué, clôturé, en devise ou d’épargne ne peut pas être choisi ici.',
    },
    first: {
      title: 'Vérifiez ce virement',
      intro: 'Si tout est exact, validez-le avec vos codes à l’étape suivante.',
      button: 'Tout est exact, continuer',
    },
    last: {
      title: 'Confirmez ce virement',
      intro: 'Votre code est correct. Confirmez pour que {software} puisse faire exécuter ce virement.',
      button: 'Confirmer et revenir chez {software}',
    },
    cancellation: {
      title: 'Annuler ce virement ?',
      intro: 'Il ne sera pas exécuté. Vous validez l’annulation avec un code à l’étape suivante.',
      introSome:
        'Les paiements listés ici ne seront pas exécutés, les autres sont maintenus. Vous validez avec un code à l’étape suivante.',
      button: 'Annuler le virement',
      reason: 'Raison donnée',
      reasons: {
        DS02: 'Vous l’avez demandé',
        DUPL: 'Le virement fait double emploi',
        FRAD: 'Soupçon de fraude',
        TECH: 'Incident technique chez {software}',
      },
    },
    rows: {
      amount: 'Montant',
      total: 'Montant total',
      payee: 'Bénéficiaire',
      debit: 'Compte débité',
      when: 'Exécution',
      kind: 'Nature',
      remittance: 'Motif',
      transfers: 'Les virements',
      asker: 'Demandé par',
      reference: 'Référence',
    },
    asker: '{software}, de {legal}, agréé sous le numéro {number}',
    kinds: {
      single: 'Virement SEPA',
      instant: 'Virement instantané',
      multiple: 'Virement multiple : {count} virements',
      deferred: 'Virement différé',
      recurrent: 'Virement permanent',
    },
    when: {
      now: 'Dès que {software} le confirme',
      instant: 'Dès que {software} le confirme, en quelques secondes ; il ne peut plus être annulé ensuite',
      deferred: 'Le {date} ; il peut être annulé jusqu’à la veille',
      recurrent: '{each}, à partir du {date}',
      until: 'jusqu’au {date}',
      forever: 'sans date de fin',
      following: 'Un jour non ouvré, il part le jour ouvré suivant.',
      preceding: 'Un jour non ouvré, il part le jour ouvré précédent.',
    },
    each: {
      DAIL: 'chaque jour',
      WEEK: 'chaque semaine',
      TOWK: 'toutes les deux semaines',
      MNTH: 'chaque mois',
      TOMN: 'tous les deux mois',
      QUTR: 'chaque trimestre',
      SEMI: 'chaque semestre',
      YEAR: 'chaque année',
    },
    noAccount: {
      title: 'Aucun compte ne convient',
      text: 'Aucun de vos comptes ne peut émettre ce virement. Rien n’a été débité.',
      textIban: 'Le compte {iban} n’est pas à vous ou ne peut pas émettre ce virement. Rien n’a été débité.',
      textCancellation: 'Ce virement n’est pas débité d’un de vos comptes : vous ne pouvez pas l’annuler.',
      back: 'Retourner chez {software}',
    },
    terminated:
      'La banque à distance n’est plus ouverte pour cet identifiant : ce que {software} demande ne peut pas être validé. Votre agence peut vous renseigner.',
    ended: {
      title: 'Cette demande est terminée',
      approved: 'Vous avez déjà validé ce virement. Rien de plus n’a été fait en ouvrant cette page.',
      cancelled: 'Vous avez déjà validé cette annulation. Rien de plus n’a été fait en ouvrant cette page.',
      refused: 'Le virement n’a pas été validé. Rien n’a été débité.',
      kept: 'L’annulation n’a pas été validée. Le virement est maintenu.',
    },
  }),
  en: {
    wish: '{software} ({legal}) asks you to approve a transfer of {amount} to {payee}',
    wishCancellation: '{software} ({legal}) asks to cancel a transfer of {amount} to {payee}',
    leave: 'Refuse and leave',
    leaveHelp: 'You go back to {software}. Nothing is debited.',
    keep: 'Keep the transfer and leave',
    keepHelp: 'You go back to {software}. The transfer goes ahead.',
    codeTitle: 'Confirm it’s you',
    codeIntro: 'We sent a 6-digit code to {phone}. It opens your online banking and does not approve any transfer.',
    signInMessage: 'Sign-in requested by {software} ({legal}). This code does not approve any transfer:',
    validateTitle: 'Approve with your code',
    validateIntro: 'We sent a 6-digit code to {phone}. It only works for the following.',
    validateMessage: 'Transfer of {amount} to {payee}, {iban}, requested by {software}. Code to approve it:',
    validateMessageMultiple:
      '{count} transfers, {amount} in all, to {payee}, {iban}, requested by {software}. Code to approve them:',
    validateMessageRecurrent:
      'Standing order of {amount} ({each}) to {payee}, {iban}, requested by {software}. Code to approve it:',
    cancelMessage: 'Cancellation of the transfer of {amount} to {payee}, {iban}. Code to cancel it:',
    otherAccount: 'Choose another account',
    account: {
      title: 'From which account?',
      intro: 'These are your accounts that can make this transfer.',
      legend: 'Account to debit',
      available: 'Balance {amount}',
      choose: 'Continue with this account',
      notListed: 'You can’t choose a blocked, closed, currency or savings account here.',
    },
    first: {
      title: 'Check this transfer',
      intro: 'If everything is correct, approve it with a code in the next step.',
      button: 'Everything is correct, continue',
    },
    last: {
      title: 'Confirm this transfer',
      intro: 'Your code is correct. Confirm so that {software} can have this transfer executed.',
      button: 'Confirm and go back to {software}',
    },
    cancellation: {
      title: 'Cancel this transfer?',
      intro: 'It won’t be executed. You approve the cancellation with a code in the next step.',
      introSome:
        'We won’t execute the payments listed here; the rest goes ahead. You approve with a code in the next step.',
      button: 'Cancel the transfer',
      reason: 'Reason given',
      reasons: {
        DS02: 'You asked for it',
        DUPL: 'The transfer is a duplicate',
        FRAD: 'Suspected fraud',
        TECH: 'Technical issue at {software}',
      },
    },
    rows: {
      amount: 'Amount',
      total: 'Total amount',
      payee: 'Payee',
      debit: 'Account debited',
      when: 'Execution',
      kind: 'Type',
      remittance: 'Reference',
      transfers: 'The transfers',
      asker: 'Requested by',
      reference: 'Transfer reference',
    },
    asker: '{software}, by {legal}, authorised under number {number}',
    kinds: {
      single: 'SEPA credit transfer',
      instant: 'Instant transfer',
      multiple: '{count} transfers at once',
      deferred: 'Scheduled transfer',
      recurrent: 'Standing order',
    },
    when: {
      now: 'As soon as {software} confirms it',
      instant: 'As soon as {software} confirms it, within seconds; you can’t cancel it afterwards',
      deferred: 'On {date}; you can cancel it until the day before',
      recurrent: '{each}, from {date}',
      until: 'until {date}',
      forever: 'with no end date',
      following: 'If that is not a business day, it leaves on the next one.',
      preceding: 'If that is not a business day, it leaves on the one before.',
    },
    each: {
      DAIL: 'every day',
      WEEK: 'every week',
      TOWK: 'every two weeks',
      MNTH: 'every month',
      TOMN: 'every two months',
      QUTR: 'every quarter',
      SEMI: 'every six months',
      YEAR: 'every year',
    },
    noAccount: {
      title: 'No suitable account',
      text: 'None of your accounts can make this transfer. Nothing was debited.',
      textIban: 'Account {iban} is not yours or can’t make this transfer. Nothing was debited.',
      textCancellation: 'This transfer is not debited from one of your accounts, so you can’t cancel it.',
      back: 'Back to {software}',
    },
    terminated:
      'This customer ID no longer has online banking, so you can’t approve what {software} asks for. Ask your branch for more.',
    ended: {
      title: 'This request is finished',
      approved: 'You have already approved this transfer. Opening this page changed nothing.',
      cancelled: 'You have already approved this cancellation. Opening this page changed nothing.',
      refused: 'The transfer was not approved. Nothing was debited.',
      kept: 'The cancellation was not approved. The transfer goes ahead.',
    },
  },
}
