import accounts from '#components/i18n/messages/en/accounts.json' with { type: 'json' }
import auth from '#components/i18n/messages/en/auth.json' with { type: 'json' }
import common from '#components/i18n/messages/en/common.json' with { type: 'json' }
import connections from '#components/i18n/messages/en/connections.json' with { type: 'json' }
import consent from '#components/i18n/messages/en/consent.json' with { type: 'json' }
import failures from '#components/i18n/messages/en/failures.json' with { type: 'json' }
import home from '#components/i18n/messages/en/home.json' with { type: 'json' }
import household from '#components/i18n/messages/en/household.json' with { type: 'json' }
import imports from '#components/i18n/messages/en/imports.json' with { type: 'json' }
import insights from '#components/i18n/messages/en/insights.json' with { type: 'json' }
import leaving from '#components/i18n/messages/en/leaving.json' with { type: 'json' }
import link from '#components/i18n/messages/en/link.json' with { type: 'json' }
import linkFailures from '#components/i18n/messages/en/link-failures.json' with { type: 'json' }
import merchant from '#components/i18n/messages/en/merchant.json' with { type: 'json' }
import notices from '#components/i18n/messages/en/notices.json' with { type: 'json' }
import palette from '#components/i18n/messages/en/palette.json' with { type: 'json' }
import rules from '#components/i18n/messages/en/rules.json' with { type: 'json' }
import settings from '#components/i18n/messages/en/settings.json' with { type: 'json' }
import shell from '#components/i18n/messages/en/shell.json' with { type: 'json' }
import transactions from '#components/i18n/messages/en/transactions.json' with { type: 'json' }
import transfers from '#components/i18n/messages/en/transfers.json' with { type: 'json' }
import verification from '#components/i18n/messages/en/verification.json' with { type: 'json' }

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
