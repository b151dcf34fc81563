/** SCT Inst. */

/** `preferred`: else an ordinary transfer; `required`: at no other bank. */
export const instantChoices = ['never', 'preferred', 'required'] as const
export type InstantChoice = (typeof instantChoices)[number]

/** Null: can't be paid there. */
export function isInstantAt(choice: InstantChoice, bankOffersIt: boolean): boolean | null {
  if (choice === 'never') return false
  return bankOffersIt || (choice === 'required' ? null : false)
}
