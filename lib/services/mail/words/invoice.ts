import { writeDay } from './day.ts'
import type { MailLanguage, MailParts } from './frame.ts'

export type InvoiceFacts = {
  readonly organisation: string
  readonly number: string
  readonly amount: string
  /** Paris, YYYY-MM-DD. */
  readonly dueOn: string
  readonly isOverdue: boolean
  readonly isTest: boolean
  readonly url: string
}

/** Or a reminder. */
export function writeInvoice(facts: InvoiceFacts, language: MailLanguage): MailParts {
  return language === 'en' ? inEnglish(facts) : inFrench(facts)
}

function inEnglish({ organisation, number, amount, dueOn, isOverdue, isTest, url }: InvoiceFacts): MailParts {
  const day = writeDay(dueOn, 'en')
  return {
    subject: `${isTest ? 'Test: ' : ''}${isOverdue ? 'reminder of ' : ''}invoice ${number} from ${organisation}`,
    paragraphs: [
      isOverdue
        ? `Invoice ${number} was due on ${day}, and ${organisation} has not received ${amount} yet.`
        : `${organisation} sends you invoice ${number}.`,
      ...(isTest ? ['This is a test: there is nothing to pay.'] : []),
    ],
    lists: [
      {
        title: 'Your invoice',
        lines: [
          { label: 'Number', value: number },
          { label: 'Amount', value: amount },
          { label: 'Due on', value: day },
        ],
      },
    ],
    action: { label: 'See and pay the invoice', url },
    after: [
      'The page has the invoice as a PDF. You pay from your bank account and approve at your bank, nowhere else.',
      ...(isOverdue ? ['If you have paid in the meantime, there is nothing to do.'] : []),
    ],
    small: { text: `${organisation} sent you this through Guichet. Don’t know them? Do nothing, and nothing is paid.` },
  }
}

function inFrench({ organisation, number, amount, dueOn, isOverdue, isTest, url }: InvoiceFacts): MailParts {
  const day = writeDay(dueOn, 'fr')
  return {
    subject: `${isOverdue ? 'Rappel de la facture' : 'Facture'} ${isTest ? 'd’essai ' : ''}${number}, de ${organisation}`,
    paragraphs: [
      isOverdue
        ? `La facture ${number} était à régler le ${day}. ${organisation} n’a pas encore reçu ${amount}.`
        : `${organisation} vous adresse la facture ${number}.`,
      ...(isTest ? ['C’est un essai\u202f: il n’y a rien à payer.'] : []),
    ],
    lists: [
      {
        title: 'Votre facture',
        lines: [
          { label: 'Numéro', value: number },
          { label: 'Montant', value: amount },
          { label: 'Échéance', value: day },
        ],
      },
    ],
    action: { label: 'Voir et régler la facture', url },
    after: [
      'La page contient la facture en PDF. Vous payez depuis votre compte bancaire et validez chez votre banque, nulle part ailleurs.',
      ...(isOverdue ? ['Si vous avez réglé entre-temps, vous n’avez rien à faire.'] : []),
    ],
    small: {
      text: `${organisation} vous écrit depuis Guichet. Vous ne connaissez pas cet expéditeur\u202f? Ne faites rien\u202f: rien n’est payé.`,
    },
  }
}
