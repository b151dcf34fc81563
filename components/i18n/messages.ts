import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import type { Locale } from '#components/format/locale.ts'
import enAccounts from './messages/en/accounts.json'
import enActivation from './messages/en/activation.json'
import enApps from './messages/en/apps.json'
import enArrange from './messages/en/arrange.json'
import enAuth from './messages/en/auth.json'
import enBatches from './messages/en/batches.json'
import enCallback from './messages/en/callback.json'
import enCauses from './messages/en/causes.json'
import enCommon from './messages/en/common.json'
import enConnections from './messages/en/connections.json'
import enConsent from './messages/en/consent.json'
import enFailures from './messages/en/failures.json'
import enFallback from './messages/en/fallback.json'
import enHome from './messages/en/home.json'
import enHousehold from './messages/en/household.json'
import enImports from './messages/en/imports.json'
import enInsights from './messages/en/insights.json'
import enInvoices from './messages/en/invoices.json'
import enKeys from './messages/en/keys.json'
import enLeaving from './messages/en/leaving.json'
import enLink from './messages/en/link.json'
import enLinkFailures from './messages/en/link-failures.json'
import enMerchant from './messages/en/merchant.json'
import enNotices from './messages/en/notices.json'
import enOperator from './messages/en/operator.json'
import enOperatorForms from './messages/en/operator-forms.json'
import enOperatorMerchants from './messages/en/operator-merchants.json'
import enPalette from './messages/en/palette.json'
import enPay from './messages/en/pay.json'
import enPhone from './messages/en/phone.json'
import enQuota from './messages/en/quota.json'
import enReconciliation from './messages/en/reconciliation.json'
import enRules from './messages/en/rules.json'
import enScenarios from './messages/en/scenarios.json'
import enSettings from './messages/en/settings.json'
import enShell from './messages/en/shell.json'
import enSite from './messages/en/site.json'
import enStatus from './messages/en/status.json'
import enTill from './messages/en/till.json'
import enTransactions from './messages/en/transactions.json'
import enTransfers from './messages/en/transfers.json'
import enVerification from './messages/en/verification.json'
import enWebhooks from './messages/en/webhooks.json'
import frAccounts from './messages/fr/accounts.json'
import frActivation from './messages/fr/activation.json'
import frApps from './messages/fr/apps.json'
import frArrange from './messages/fr/arrange.json'
import frAuth from './messages/fr/auth.json'
import frBatches from './messages/fr/batches.json'
import frCallback from './messages/fr/callback.json'
import frCauses from './messages/fr/causes.json'
import frCommon from './messages/fr/common.json'
import frConnections from './messages/fr/connections.json'
import frConsent from './messages/fr/consent.json'
import frFailures from './messages/fr/failures.json'
import frFallback from './messages/fr/fallback.json'
import frHome from './messages/fr/home.json'
import frHousehold from './messages/fr/household.json'
import frImports from './messages/fr/imports.json'
import frInsights from './messages/fr/insights.json'
import frInvoices from './messages/fr/invoices.json'
import frKeys from './messages/fr/keys.json'
import frLeaving from './messages/fr/leaving.json'
import frLink from './messages/fr/link.json'
import frLinkFailures from './messages/fr/link-failures.json'
import frMerchant from './messages/fr/merchant.json'
import frNotices from './messages/fr/notices.json'
import frOperator from './messages/fr/operator.json'
import frOperatorForms from './messages/fr/operator-forms.json'
import frOperatorMerchants from './messages/fr/operator-merchants.json'
import frPalette from './messages/fr/palette.json'
import frPay from './messages/fr/pay.json'
import frPhone from './messages/fr/phone.json'
import frQuota from './messages/fr/quota.json'
import frReconciliation from './messages/fr/reconciliation.json'
import frRules from './messages/fr/rules.json'
import frScenarios from './messages/fr/scenarios.json'
import frSettings from './messages/fr/settings.json'
import frShell from './messages/fr/shell.json'
import frSite from './messages/fr/site.json'
import frStatus from './messages/fr/status.json'
import frTill from './messages/fr/till.json'
import frTransactions from './messages/fr/transactions.json'
import frTransfers from './messages/fr/transfers.json'
import frVerification from './messages/fr/verification.json'
import frWebhooks from './messages/fr/webhooks.json'

/**
 * All texts of all pages, one file per area and language; the area is the namespace: `useTranslations('link')`.
 * An area is sent whole to the pages that need it (`ClientWords`), so what only one page or only the server says has an area of its own.
 * Failures are keyed by the lists of lib/domain/refusals: `failures.bankCodes.AC01`, `failures.refusals.not_found`,
 * `linkFailures.expired`, `causes.http_503`.
 */
const typedFr = {
  accounts: frAccounts,
  activation: frActivation,
  apps: frApps,
  arrange: frArrange,
  batches: frBatches,
  auth: frAuth,
  callback: frCallback,
  causes: frCauses,
  common: frCommon,
  connections: frConnections,
  consent: frConsent,
  failures: frFailures,
  fallback: frFallback,
  home: frHome,
  household: frHousehold,
  imports: frImports,
  insights: frInsights,
  invoices: frInvoices,
  keys: frKeys,
  leaving: frLeaving,
  webhooks: frWebhooks,
  link: frLink,
  linkFailures: frLinkFailures,
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
  rules: frRules,
  scenarios: frScenarios,
  settings: frSettings,
  shell: frShell,
  site: frSite,
  status: frStatus,
  till: frTill,
  transactions: frTransactions,
  transfers: frTransfers,
  verification: frVerification,
}

export type Messages = typeof typedFr
export type Area = keyof Messages

const fr: Messages = setFrenchSpaces(typedFr)

const en: Messages = {
  accounts: enAccounts,
  activation: enActivation,
  apps: enApps,
  arrange: enArrange,
  batches: enBatches,
  auth: enAuth,
  callback: enCallback,
  causes: enCauses,
  common: enCommon,
  connections: enConnections,
  consent: enConsent,
  failures: enFailures,
  fallback: enFallback,
  home: enHome,
  household: enHousehold,
  imports: enImports,
  insights: enInsights,
  invoices: enInvoices,
  keys: enKeys,
  leaving: enLeaving,
  webhooks: enWebhooks,
  link: enLink,
  linkFailures: enLinkFailures,
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
  rules: enRules,
  scenarios: enScenarios,
  settings: enSettings,
  shell: enShell,
  site: enSite,
  status: enStatus,
  till: enTill,
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
