import { writeDay } from './day.ts'
import type { MailLanguage, MailParts } from './frame.ts'

export type CreditNoteFacts = {
  readonly organisation: string
  readonly number: string
  readonly invoiceNumber: string
  /** With VAT. */
  readonly amount: string
  readonly reason: string | null
  /** Null: nothing. */
  readonly due: { readonly amount: string; readonly on: string } | null
  /** Before. */
  readonly isPaid: boolean
  readonly isTest: boolean
  readonly url: string
  readonly fileUrl: string
}

export function writeCreditNote(facts: CreditNoteFacts, language: MailLanguage): MailParts {
  return language === 'en' ? inEnglish(facts) : inFrench(facts)
}

function inEnglish(facts: CreditNoteFacts): MailParts {
  const { organisation, number, invoiceNumber, amount, reason, due, isPaid, isTest, url, fileUrl } = facts
  return {
    subject: `${isTest ? 'Test: ' : ''}credit note ${number} from ${organisation}`,
    paragraphs: [
      `${organisation} credits you ${amount} on invoice ${invoiceNumber}.`,
      due !== null
        ? `You have ${due.amount} left to pay, due on ${writeDay(due.on, 'en')}.`
        : isPaid
          ? `You have paid this invoice. ${organisation} refunds you separately: ask them if you have questions.`
          : 'You have nothing left to pay on this invoice.',
      ...(isTest ? ['This is a test: no money moves.'] : []),
    ],
    lists: [
      {
        title: 'Your credit note',
        lines: [
          { label: 'Number', value: number },
          { label: 'Invoice', value: invoiceNumber },
          { label: 'Amount', value: amount },
          ...(reason === null ? [] : [{ label: 'Reason', value: reason }]),
        ],
      },
    ],
    action:
      due === null
        ? { label: 'See the credit note (PDF)', url: fileUrl }
        : { label: 'See the credit note and pay the rest', url },
    after: ['Keep it with the invoice.'],
    small: { text: `${organisation} sent you this through Guichet. Don’t know them? Do nothing, and nothing is paid.` },
  }
}

function inFrench(facts: CreditNoteFacts): MailParts {
  const { organisation, number, invoiceNumber, amount, reason, due, isPaid, isTest, url, fileUrl } = facts
  return {
    subject: `Avoir ${isTest ? 'd’essai ' : ''}${number}, de ${organisation}`,
    paragraphs: [
      `${organisation} vous accorde un avoir de ${amount} sur la facture ${invoiceNumber}.`,
      due !== null
        ? `Il vous reste ${due.amount} à régler, à échéance du ${writeDay(due.on, 'fr')}.`
        : isPaid
          ? `Vous avez déjà réglé cette facture. ${organisation} vous rembourse à part\u202f: contactez-les pour toute question.`
          : 'Vous n’avez plus rien à régler sur cette facture.',
      ...(isTest ? ['C’est un essai\u202f: aucun argent ne circule.'] : []),
    ],
    lists: [
      {
        title: 'Votre avoir',
        lines: [
          { label: 'Numéro', value: number },
          { label: 'Facture', value: invoiceNumber },
          { label: 'Montant', value: amount },
          ...(reason === null ? [] : [{ label: 'Motif', value: reason }]),
        ],
      },
    ],
    action:
      due === null ? { label: 'Voir l’avoir (PDF)', url: fileUrl } : { label: 'Voir l’avoir et régler le reste', url },
    after: ['Conservez-le avec la facture.'],
    small: {
      text: `${organisation} vous écrit depuis Guichet. Vous ne connaissez pas cet expéditeur\u202f? Ne faites rien\u202f: rien n’est payé.`,
    },
  }
}
