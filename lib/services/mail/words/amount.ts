import type { MailLanguage } from './frame.ts'

/** `1 234,56 €`, `−€12.30`; `signed` writes a plus. */
export function writeAmount(
  { amount, currency }: { readonly amount: string; readonly currency: string },
  language: MailLanguage,
  signed = false,
): string {
  const style = { style: 'currency', currency, signDisplay: signed ? 'exceptZero' : 'negative' } as const
  const text = new Intl.NumberFormat(language === 'en' ? 'en-GB' : 'fr-FR', style).format(amount as `${number}`)
  return text.replace('-', '\u2212')
}
