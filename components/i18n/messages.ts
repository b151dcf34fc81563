import type { Locale } from '#components/format/locale.ts'
import { setFrenchSpaces } from './french-spaces.ts'
import enAccounts from './messages/en/accounts.json' with { type: 'json' }
import enActivation from './messages/en/activation.json' with { type: 'json' }
import enAuth from './messages/en/auth.json' with { type: 'json' }
import enCommon from './messages/en/common.json' with { type: 'json' }
import enConnections from './messages/en/connections.json' with { type: 'json' }
import enConsent from './messages/en/consent.json' with { type: 'json' }
import enFailures from './messages/en/failures.json' with { type: 'json' }
import enFallback from './messages/en/fallback.json' with { type: 'json' }
import enHome from './messages/en/home.json' with { type: 'json' }
import enHousehold from './messages/en/household.json' with { type: 'json' }
import enInsights from './messages/en/insights.json' with { type: 'json' }
import enInvoices from './messages/en/invoices.json' with { type: 'json' }
import enKeys from './messages/en/keys.json' with { type: 'json' }
import enLeaving from './messages/en/leaving.json' with { type: 'json' }
import enLink from './messages/en/link.json' with { type: 'json' }
import enMerchant from './messages/en/merchant.json' with { type: 'json' }
import enNotices from './messages/en/notices.json' with { type: 'json' }
import enOperator from './messages/en/operator.json' with { type: 'json' }
import enOperatorForms from './messages/en/operator-forms.json' with { type: 'json' }
import enOperatorMerchants from './messages/en/operator-merchants.json' with { type: 'json' }
import enPalette from './messages/en/palette.json' with { type: 'json' }
import enPay from './messages/en/pay.json' with { type: 'json' }
import enPhone from './messages/en/phone.json' with { type: 'json' }
import enQuota from './messages/en/quota.json' with { type: 'json' }
import enReconciliation from './messages/en/reconciliation.json' with { type: 'json' }
import enSettings from './messages/en/settings.json' with { type: 'json' }
import enShell from './messages/en/shell.json' with { type: 'json' }
import enSite from './messages/en/site.json' with { type: 'json' }
import enStatus from './messages/en/status.json' with { type: 'json' }
import enTransactions from './messages/en/transactions.json' with { type: 'json' }
import enTransfers from './messages/en/transfers.json' with { type: 'json' }
import enVerification from './messages/en/verification.json' with { type: 'json' }
import enWebhooks from './messages/en/webhooks.json' with { type: 'json' }
import frAccounts from './messages/fr/accounts.json' with { type: 'json' }
import frActivation from './messages/fr/activation.json' with { type: 'json' }
import frAuth from './messages/fr/auth.json' with { type: 'json' }
import frCommon from './messages/fr/common.json' with { type: 'json' }
import frConnections from './messages/fr/connections.json' with { type: 'json' }
import frConsent from './messages/fr/consent.json' with { type: 'json' }
import frFailures from './messages/fr/failures.json' with { type: 'json' }
import frFallback from './messages/fr/fallback.json' with { type: 'json' }
import frHome from './messages/fr/home.json' with { type: 'json' }
import frHousehold from './messages/fr/household.json' with { type: 'json' }
import frInsights from './messages/fr/insights.json' with { type: 'json' }
import frInvoices from './messages/fr/invoices.json' with { type: 'json' }
import frKeys from './messages/fr/keys.json' with { type: 'json' }
import frLeaving from './messages/fr/leaving.json' with { type: 'json' }
import frLink from './messages/fr/link.json' with { type: 'json' }
import frMerchant from './messages/fr/merchant.json' with { type: 'json' }
import frNotices from './messages/fr/notices.json' with { type: 'json' }
import frOperator from './messages/fr/operator.json' with { type: 'json' }
import frOperatorForms from './messages/fr/operator-forms.json' with { type: 'json' }
import frOperatorMerchants from './messages/fr/operator-merchants.json' with { type: 'json' }
import frPalette from './messages/fr/palette.json' with { type: 'json' }
import frPay from './messages/fr/pay.json' with { type: 'json' }
import frPhone from './messages/fr/phone.json' with { type: 'json' }
import frQuota from './messages/fr/quota.json' with { type: 'json' }
import frReconciliation from './messages/fr/reconciliation.json' with { type: 'json' }
import frSettings from './messages/fr/settings.json' with { type: 'json' }
import frShell from './messages/fr/shell.json' with { type: 'json' }
import frSite from './messages/fr/site.json' with { type: 'json' }
import frStatus from './messages/fr/status.json' with { type: 'json' }
import frTransactions from './messages/fr/transactions.json' with { type: 'json' }
import frTransfers from './messages/fr/transfers.json' with { type: 'json' }
import frVerification from './messages/fr/verification.json' with { type: 'json' }
import frWebhooks from './messages/fr/webhooks.json' with { type: 'json' }

/**
 * All texts of all pages, one file per area and language; the area is the namespace: `useTranslations('link')`.
 * `failures.json` is keyed by the lists of lib/domain/refusals/failure.ts: `bankCodes.AC01`, `linkFailures.expired`,
 * `refusals.not_found`.
 */
const typedFr = {
  accounts: frAccounts,
  activation: frActivation,
  auth: frAuth,
  common: frCommon,
  connections: frConnections,
  consent: frConsent,
  failures: frFailures,
  fallback: frFallback,
  home: frHome,
  household: frHousehold,
  insights: frInsights,
  invoices: frInvoices,
  keys: frKeys,
  leaving: frLeaving,
  webhooks: frWebhooks,
  link: frLink,
  merchant: frMerchant,
  notices: frNotices,
  palette: frPalette,
  pay: frPay,
  phone: frPhone,
  quota: frQuota,
  operator: frOperator,
  operatorForms: frOperatorForms,
  operatorMerchants: frOperatorMerchants,
  reconciliation: frReconciliation,
  settings: frSettings,
  shell: frShell,
  site: frSite,
  status: frStatus,
  transactions: frTransactions,
  transfers: frTransfers,
  verification: frVerification,
}

export type Messages = typeof typedFr
export type Area = keyof Messages

const fr: Messages = JSON.parse(JSON.stringify(typedFr), (_, value) =>
  typeof value === 'string' ? setFrenchSpaces(value) : value,
)

const en: Messages = {
  accounts: enAccounts,
  activation: enActivation,
  auth: enAuth,
  common: enCommon,
  connections: enConnections,
  consent: enConsent,
  failures: enFailures,
  fallback: enFallback,
  home: enHome,
  household: enHousehold,
  insights: enInsights,
  invoices: enInvoices,
  keys: enKeys,
  leaving: enLeaving,
  webhooks: enWebhooks,
  link: enLink,
  merchant: enMerchant,
  notices: enNotices,
  palette: enPalette,
  pay: enPay,
  phone: enPhone,
  quota: enQuota,
  operator: enOperator,
  operatorForms: enOperatorForms,
  operatorMerchants: enOperatorMerchants,
  reconciliation: enReconciliation,
  settings: enSettings,
  shell: enShell,
  site: enSite,
  status: enStatus,
  transactions: enTransactions,
  transfers: enTransfers,
  verification: enVerification,
}

export const messages: Record<Locale, Messages> = { fr, en }

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
