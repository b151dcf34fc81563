import accounts from '#components/i18n/messages/fr/accounts.json' with { type: 'json' }
import auth from '#components/i18n/messages/fr/auth.json' with { type: 'json' }
import common from '#components/i18n/messages/fr/common.json' with { type: 'json' }
import connections from '#components/i18n/messages/fr/connections.json' with { type: 'json' }
import consent from '#components/i18n/messages/fr/consent.json' with { type: 'json' }
import failures from '#components/i18n/messages/fr/failures.json' with { type: 'json' }
import home from '#components/i18n/messages/fr/home.json' with { type: 'json' }
import household from '#components/i18n/messages/fr/household.json' with { type: 'json' }
import imports from '#components/i18n/messages/fr/imports.json' with { type: 'json' }
import insights from '#components/i18n/messages/fr/insights.json' with { type: 'json' }
import leaving from '#components/i18n/messages/fr/leaving.json' with { type: 'json' }
import link from '#components/i18n/messages/fr/link.json' with { type: 'json' }
import linkFailures from '#components/i18n/messages/fr/link-failures.json' with { type: 'json' }
import merchant from '#components/i18n/messages/fr/merchant.json' with { type: 'json' }
import notices from '#components/i18n/messages/fr/notices.json' with { type: 'json' }
import palette from '#components/i18n/messages/fr/palette.json' with { type: 'json' }
import rules from '#components/i18n/messages/fr/rules.json' with { type: 'json' }
import settings from '#components/i18n/messages/fr/settings.json' with { type: 'json' }
import shell from '#components/i18n/messages/fr/shell.json' with { type: 'json' }
import transactions from '#components/i18n/messages/fr/transactions.json' with { type: 'json' }
import transfers from '#components/i18n/messages/fr/transfers.json' with { type: 'json' }
import verification from '#components/i18n/messages/fr/verification.json' with { type: 'json' }

export default {
  accounts,
  auth,
  common,
  connections,
  consent,
  failures,
  home,
  household,
  leaving,
  link,
  linkFailures,
  merchant,
  notices,
  rules,
  settings,
  shell,
  palette,
  imports,
  insights,
  transactions,
  transfers,
  verification,
}
