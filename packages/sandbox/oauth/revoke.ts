import { findGrantByAccessToken, findGrantByRefreshToken, revokePair } from '#sandbox/store/tokens.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { refuseOauth } from '#sandbox/wire/refuse.ts'
import { authenticateClient } from './client.ts'
import { ClientName, RevokeForm } from './fields.ts'
import { readOauthForm, requireFields } from './form.ts'

/** `POST /revoke` (RFC 7009, bank:D9): revokes both tokens of the pair; 200 also for a token that is unknown at this bank. */
export const answerRevoke: Step = exchange => {
  const form = readOauthForm(exchange)
  const application = authenticateClient(exchange, requireFields(ClientName, form).client_id)
  const { token } = requireFields(RevokeForm, form)
  const { db, clock } = exchange.sandbox
  // `token_type_hint` only speeds up a search (RFC 7009 § 2.1), which two indexed look-ups do not need.
  const grant = findGrantByRefreshToken(db, token) ?? findGrantByAccessToken(db, token)
  if (grant && grant.bankCode === exchange.bankCode) {
    if (grant.clientId !== application.clientId) refuseOauth('invalid_grant', 'the token was issued to another client')
    revokePair(db, grant.pairId, 'tpp_revoked', clock.now())
  }
  return { status: 200, headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } }
}
