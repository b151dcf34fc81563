import { useTranslations } from 'next-intl'
import { isKey } from '#components/format/text.ts'

const psuStatuses = {
  'Account Holder': 'accountHolder',
  'Account Co-Holder': 'accountCoHolder',
  Nominee: 'nominee',
  'Successor On Death': 'successorOnDeath',
  Trustee: 'trustee',
} as const

const features = ['IP', 'SCT', 'SCT_MULT'] as const
const usages = ['PRIV', 'ORGA'] as const
export const balanceTypes = ['OTHR', 'VALU', 'CLBD', 'ITAV', 'PRCD'] as const

/** Words for a bank's codes about an account; unknown codes are shown unchanged. */
export function useAccountWords() {
  const t = useTranslations('accounts')
  return {
    psuStatus: (status: string) => (isKey(psuStatuses, status) ? t(`psuStatuses.${psuStatuses[status]}`) : status),
    feature: (name: string) => {
      const known = features.find(feature => feature === name)
      return known ? t(`featureNames.${known}`) : name
    },
    usage: (code: string) => {
      const known = usages.find(usage => usage === code)
      return known ? t(`usages.${known}`) : code
    },
    balance: (type: string) => {
      const known = balanceTypes.find(balanceType => balanceType === type)
      return known
        ? { name: t(`balances.${known}.name`), meaning: t(`balances.${known}.meaning`) }
        : { name: type, meaning: t('unknownBalance', { type }) }
    },
  }
}
