import { useMessages, useTranslations } from 'next-intl'

/** `PMNT / RDDT / ESDD / 537` in words as far as we have any: "Payment · direct debit · SEPA core". Null without any. */
export function useCodeWords(): (code: string) => string | null {
  const t = useTranslations('accounts.codes')
  const known = useMessages().accounts.codes
  return code => {
    const [domain = '', family = '', subFamily = ''] = code.split(' / ')
    const words = [
      has(known.domains, domain) ? t(`domains.${domain}`) : null,
      has(known.families, family) ? t(`families.${family}`) : null,
      has(known.subFamilies, subFamily) ? t(`subFamilies.${subFamily}`) : null,
    ].filter(word => word !== null)
    return words.length === 0 ? null : words.join(' · ')
  }
}

function has<T extends object>(words: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(words, key)
}
