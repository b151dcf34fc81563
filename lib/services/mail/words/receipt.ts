import { writeAmount } from './amount.ts'
import type { MailLanguage, MailParts } from './frame.ts'

export type ReceiptFacts = {
  readonly payee: string
  readonly amount: { readonly amount: string; readonly currency: string }
  readonly reference: string
  readonly description: string | null
  readonly isPart: boolean
  readonly isTest: boolean
  readonly url: string
}

export function writeReceipt(facts: ReceiptFacts, language: MailLanguage): MailParts {
  return language === 'en' ? inEnglish(facts) : inFrench(facts)
}

function inEnglish({ payee, amount, reference, description, isPart, isTest, url }: ReceiptFacts): MailParts {
  const money = writeAmount(amount, 'en')
  return {
    subject: `${isTest ? 'Test: ' : ''}receipt for your payment to ${payee}`,
    paragraphs: [
      isPart
        ? `Your bank executed part of your transfer of ${money} to ${payee}. The receipt says which.`
        : `Your bank executed your transfer of ${money} to ${payee}.`,
      ...(isTest ? ['This was a test: the banks and the money are made up.'] : []),
    ],
    lists: [
      {
        title: 'Your payment',
        lines: [
          { label: 'Payee', value: payee },
          { label: 'Amount', value: money },
          { label: 'Reference', value: reference },
          ...(description === null ? [] : [{ label: 'For', value: description }]),
        ],
      },
    ],
    action: { label: 'See the receipt', url },
    small: { text: `You asked for this receipt when you paid ${payee}. We send nothing else to this address.` },
  }
}

function inFrench({ payee, amount, reference, description, isPart, isTest, url }: ReceiptFacts): MailParts {
  const money = writeAmount(amount, 'fr')
  return {
    subject: `${isTest ? 'Essai\u202f: ' : ''}reçu de votre paiement à ${payee}`,
    paragraphs: [
      isPart
        ? `Votre banque a exécuté une partie de votre virement de ${money} à ${payee}. Le reçu dit laquelle.`
        : `Votre banque a exécuté votre virement de ${money} à ${payee}.`,
      ...(isTest ? ['C’était un essai\u202f: les banques et l’argent sont fictifs.'] : []),
    ],
    lists: [
      {
        title: 'Votre paiement',
        lines: [
          { label: 'Bénéficiaire', value: payee },
          { label: 'Montant', value: money },
          { label: 'Référence', value: reference },
          ...(description === null ? [] : [{ label: 'Objet', value: description }]),
        ],
      },
    ],
    action: { label: 'Voir le reçu', url },
    small: { text: `Vous avez demandé ce reçu en payant ${payee}. Nous n’envoyons rien d’autre à cette adresse.` },
  }
}
