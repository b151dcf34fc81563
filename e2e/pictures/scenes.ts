/** Every page of the application, with its visitor and address, for `npm run soak -- pictures`. */

/** Data made before the pictures are taken: ids, tokens and paths by their name. */
export type World = {
  connectionId: string
  accountId: string
  sharedAccountId: string
  transactionId: string
  failedFlowId: string
  quarantinedFlowId: string
  handoff: { id: string; token: string }
  transferId: string
  laterTransferId: string
  receiptPath: string
  draftId: string
  erasureId: string
  invitationToken: string
  householdToken: string
  organisationId: string
  linkId: string
  batchId: string
  saleId: string
  draftInvoiceId: string
  sentInvoiceId: string
  keyId: string
  apiRequestId: string
  slug: string
  openPayment: string
  paidPayment: { id: string; publicId: string }
  creditId: string
  refundId: string
  webhookId: string
  appId: string
  authorizePath: string
  appClientId: string
  proposedAppId: string
}

export type Scene = {
  readonly as: 'nobody' | 'person' | 'merchant' | 'operator'
  readonly path: (world: World) => string
  /** Opened with a password that is not fresh. */
  readonly isStale?: boolean
  /** What the bank has said of the merchant's account. */
  readonly payee?: (typeof payeeAnswers)[number]
}

/** Of a verification of payee. */
const payeeAnswers = ['match', 'close_match', 'no_match', 'not_possible'] as const

const nobody = (path: Scene['path']): Scene => ({ as: 'nobody', path })
const person = (path: Scene['path']): Scene => ({ as: 'person', path })
const merchant = (path: Scene['path']): Scene => ({ as: 'merchant', path })
const operator = (path: Scene['path']): Scene => ({ as: 'operator', path })

const forEachAnswer = (page: string, scene: Scene) =>
  Object.fromEntries(payeeAnswers.map(payee => [`${page}#${payee}`, { ...scene, payee }]))

/** By the folder of the page; `#` distinguishes two states of one page. */
export const scenes: Readonly<Record<string, Scene>> = {
  '(site)': nobody(() => '/'),
  '(site)/erased/[id]': nobody(({ erasureId }) => `/erased/${erasureId}`),
  '(site)/receipts/[publicId]/[proof]': nobody(({ receiptPath }) => receiptPath),
  '(site)/unsubscribe': nobody(() => '/unsubscribe?person=none&proof=none'),
  '(status)/status': nobody(() => '/status'),
  '(auth)/signin': nobody(() => '/signin'),
  '(auth)/signin/code': nobody(() => '/signin/code'),
  '(auth)/signup': nobody(() => '/signup'),
  '(auth)/signup/sent': nobody(() => '/signup/sent'),
  '(auth)/email/change': person(() => '/email/change?token=none'),
  '(auth)/email/restore': nobody(() => '/email/restore?token=none'),
  '(auth)/email/confirm': nobody(() => '/email/confirm?token=none'),
  '(auth)/password/forgotten': nobody(() => '/password/forgotten'),
  '(auth)/password/new': nobody(() => '/password/new?token=none'),
  'docs/api': nobody(() => '/docs/api'),
  'docs/data': nobody(() => '/docs/data'),
  'docs/apps': nobody(() => '/docs/apps'),
  'docs/api/scenarios': nobody(() => '/docs/api/scenarios'),
  'docs/api/errors': nobody(() => '/docs/api/errors'),
  'docs/api/errors/[code]': nobody(() => '/docs/api/errors/json_malformed'),

  '(user)/home': person(() => '/home'),
  '(user)/home#nothing': merchant(() => '/home'),
  '(user)/accounts': person(() => '/accounts'),
  '(user)/accounts/[id]': person(({ accountId }) => `/accounts/${accountId}`),
  '(user)/transactions': person(() => '/transactions'),
  '(user)/transactions#search': person(() => '/transactions?q=boulangrie'),
  '(user)/transactions/[id]': person(({ transactionId }) => `/transactions/${transactionId}`),
  '(user)/transactions/many': person(() => '/transactions/many'),
  '(user)/transactions/imports': person(() => '/transactions/imports'),
  '(user)/transactions/own-transfers': person(() => '/transactions/own-transfers'),
  '(user)/transactions/rules': person(() => '/transactions/rules'),
  '(user)/insights': person(() => '/insights'),
  '(user)/insights/recurring': person(() => '/insights/recurring'),
  '(user)/insights/[category]': person(() => '/insights/groceries'),
  '(user)/connections': person(() => '/connections'),
  '(user)/connections/[id]': person(({ connectionId }) => `/connections/${connectionId}`),
  '(user)/connections/[id]/consent': person(({ connectionId }) => `/connections/${connectionId}/consent`),
  '(user)/connections/[id]/consent/review': person(({ connectionId }) => `/connections/${connectionId}/consent/review`),
  '(user)/connections/[id]/consent/ledger': person(({ connectionId }) => `/connections/${connectionId}/consent/ledger`),
  '(user)/connections/[id]/loading': person(({ connectionId }) => `/connections/${connectionId}/loading`),
  '(user)/connections/[id]/disconnect': person(({ connectionId }) => `/connections/${connectionId}/disconnect`),
  '(user)/link': person(() => '/link'),
  '(user)/link#nothing found': person(() => '/link?q=zzzz'),
  '(user)/link/[bank]': person(() => '/link/19872'),
  '(user)/link/[bank]/fallback': person(() => '/link/19872/fallback'),
  '(user)/link/[bank]/phone/[handoffId]': person(({ handoff }) => `/link/19870/phone/${handoff.id}`),
  '(link)/phone/[token]': nobody(({ handoff }) => `/phone/${handoff.token}`),
  '(link)/link/result/[flowId]': person(({ failedFlowId }) => `/link/result/${failedFlowId}`),
  '(link)/link/result/[flowId]#unknown': nobody(() => '/link/result/unknown_link'),
  '(link)/link/resume/[flowId]': nobody(({ quarantinedFlowId }) => `/link/resume/${quarantinedFlowId}`),
  '(user)/oauth/authorize': person(({ authorizePath }) => authorizePath),
  '(user)/settings/apps': person(() => '/settings/apps'),
  '(user)/settings/apps/new': person(() => '/settings/apps/new'),
  '(user)/settings/apps/[id]': person(({ appId }) => `/settings/apps/${appId}`),
  '(user)/settings/apps/[id]/change': person(({ appId }) => `/settings/apps/${appId}/change`),
  '(user)/settings/apps/[id]/review': person(({ proposedAppId }) => `/settings/apps/${proposedAppId}/review`),
  '(user)/household': person(() => '/household'),
  '(user)/household/invitation': person(({ householdToken }) => `/household/invitation?token=${householdToken}`),
  '(user)/household/accounts/[id]': merchant(({ sharedAccountId }) => `/household/accounts/${sharedAccountId}`),
  '(user)/transfers': person(() => '/transfers'),
  '(user)/transfers/new': person(() => '/transfers/new'),
  '(user)/transfers/new#form': person(({ accountId }) => `/transfers/new?from=${accountId}`),
  '(user)/transfers/new/[draftId]': person(({ draftId }) => `/transfers/new/${draftId}`),
  '(user)/transfers/payees': person(() => '/transfers/payees'),
  '(back)/transfers/[orderId]': person(({ transferId }) => `/transfers/${transferId}`),
  '(user)/transfers/[orderId]/receipt': person(({ transferId }) => `/transfers/${transferId}/receipt`),
  '(user)/transfers/[orderId]/cancel': person(({ laterTransferId }) => `/transfers/${laterTransferId}/cancel`),
  '(user)/settings': person(() => '/settings'),
  '(user)/settings/email': person(() => '/settings/email'),
  '(user)/settings/password': person(() => '/settings/password'),
  '(user)/settings/second-factor': person(() => '/settings/second-factor'),
  '(user)/settings/confirm': { ...person(() => '/settings/confirm?next=/settings'), isStale: true },
  '(user)/settings/erase': person(() => '/settings/erase'),

  '(merchant)/merchant': merchant(() => '/merchant'),
  '(merchant)/activation': merchant(() => '/activation'),
  ...forEachAnswer(
    '(merchant)/activation',
    merchant(() => '/activation'),
  ),
  '(merchant)/organisation': merchant(() => '/organisation'),
  '(merchant)/organisation/new': merchant(() => '/organisation/new'),
  '(merchant)/organisation/members': merchant(() => '/organisation/members'),
  '(merchant)/invitation/[token]': person(({ invitationToken }) => `/invitation/${invitationToken}`),
  '(merchant)/links': merchant(() => '/links'),
  '(merchant)/links/new': merchant(() => '/links/new'),
  '(merchant)/links/batches': merchant(() => '/links/batches'),
  '(merchant)/links/batches/[id]': merchant(({ batchId }) => `/links/batches/${batchId}`),
  '(merchant)/links/batches/[id]/print': merchant(({ batchId }) => `/links/batches/${batchId}/print`),
  '(merchant)/links/[id]': merchant(({ linkId }) => `/links/${linkId}`),
  '(merchant)/links/[id]/poster': merchant(({ linkId }) => `/links/${linkId}/poster`),
  '(merchant)/invoices': merchant(() => '/invoices'),
  '(merchant)/invoices/new': merchant(() => '/invoices/new'),
  '(merchant)/invoices/settings': merchant(() => '/invoices/settings'),
  '(merchant)/invoices/[id]': merchant(({ sentInvoiceId }) => `/invoices/${sentInvoiceId}`),
  '(merchant)/invoices/[id]/edit': merchant(({ draftInvoiceId }) => `/invoices/${draftInvoiceId}/edit`),
  '(merchant)/till': merchant(() => '/till'),
  '(merchant)/till/[id]': merchant(({ saleId }) => `/till/${saleId}`),
  '(merchant)/payments': merchant(() => '/payments'),
  '(merchant)/payments/[id]': merchant(({ paidPayment }) => `/payments/${paidPayment.id}`),
  '(merchant)/payments/[id]/cancel': merchant(({ paidPayment }) => `/payments/${paidPayment.id}/cancel`),
  '(merchant)/settlement': merchant(() => '/settlement'),
  '(merchant)/reconciliation': merchant(() => '/reconciliation'),
  '(merchant)/reconciliation/[id]': merchant(({ creditId }) => `/reconciliation/${creditId}`),
  '(merchant)/refunds': merchant(() => '/refunds'),
  '(merchant)/refunds/[id]': merchant(({ refundId }) => `/refunds/${refundId}`),
  '(merchant)/refunds/new/[paymentId]': merchant(({ paidPayment }) => `/refunds/new/${paidPayment.id}`),
  '(merchant)/webhooks': merchant(() => '/webhooks'),
  '(merchant)/webhooks/[id]': merchant(({ webhookId }) => `/webhooks/${webhookId}`),
  '(merchant)/keys': merchant(() => '/keys'),
  '(merchant)/keys/[id]': merchant(({ keyId }) => `/keys/${keyId}`),
  '(merchant)/keys/[id]/requests/[requestId]': merchant(
    ({ keyId, apiRequestId }) => `/keys/${keyId}/requests/${apiRequestId}`,
  ),

  'l/[slug]': nobody(({ slug }) => `/l/${slug}`),
  'pay/[publicId]': nobody(({ openPayment }) => `/pay/${openPayment}`),
  ...forEachAnswer(
    'pay/[publicId]',
    nobody(({ openPayment }) => `/pay/${openPayment}`),
  ),
  'pay/[publicId]/transfer': nobody(({ openPayment }) => `/pay/${openPayment}/transfer`),
  'pay/[publicId]/result': nobody(({ paidPayment }) => `/pay/${paidPayment.publicId}/result`),
  // Of a shop without an address to return to: any other leaves the page at once.
  'pay/[publicId]/return': nobody(({ paidPayment }) => `/pay/${paidPayment.publicId}/return`),
  'pay/[publicId]/receipt': nobody(({ paidPayment }) => `/pay/${paidPayment.publicId}/receipt`),
  'pay/[publicId]/receipt/payee': merchant(({ paidPayment }) => `/pay/${paidPayment.publicId}/receipt/payee`),
  'pay/unknown': nobody(() => '/pay/unknown'),

  '(operator)/operator': operator(() => '/operator'),
  '(operator)/operator/apps': operator(() => '/operator/apps'),
  '(operator)/operator/apps/[id]': operator(({ appClientId }) => `/operator/apps/${appClientId}`),
  '(operator)/operator/audit': operator(() => '/operator/audit'),
  '(operator)/operator/banks': operator(() => '/operator/banks'),
  '(operator)/operator/banks/new': operator(() => '/operator/banks/new'),
  '(operator)/operator/banks/[code]': operator(() => '/operator/banks/19870'),
  '(operator)/operator/calls': operator(() => '/operator/calls'),
  '(operator)/operator/certificates': operator(() => '/operator/certificates'),
  '(operator)/operator/merchants': operator(() => '/operator/merchants'),
  '(operator)/operator/merchants/[id]': operator(({ organisationId }) => `/operator/merchants/${organisationId}`),
  '(operator)/operator/payments': operator(() => '/operator/payments'),
  '(operator)/operator/unusual': operator(() => '/operator/unusual'),
  '(operator)/operator/registrations': operator(() => '/operator/registrations'),
}
