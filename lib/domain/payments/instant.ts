/** Whether a payment is to be an instant transfer (SCT Inst), and what happens at a bank that offers none. */

/** `never`; `preferred`: at banks that offer it, else an ordinary transfer; `required`: at no other bank. */
export const instantChoices = ['never', 'preferred', 'required'] as const
export type InstantChoice = (typeof instantChoices)[number]

/** Whether a bank is asked for an instant transfer; null if it can't be paid there. */
export function isInstantAt(choice: InstantChoice, bankOffersIt: boolean): boolean | null {
  if (choice === 'never') return false
  return bankOffersIt || (choice === 'required' ? null : false)
}
