/** The code programs branch on, and the page `/docs/api/errors/<code>`. Responses, OpenAPI and pages come from it. */

export type ApiErrorText = {
  readonly title: string
  readonly cause: string
  readonly remedy: string
}
type ApiError = ApiErrorText & { readonly status: number }

export const apiErrors = {
  // The request itself.
  json_malformed: {
    status: 400,
    title: 'The body is not JSON',
    cause: 'The body could not be parsed as JSON.',
    remedy: 'Send valid JSON in UTF-8. A trailing comma and a single-quoted string are common mistakes.',
  },
  body_incomplete: {
    status: 400,
    title: 'The body ended early',
    cause: 'The connection closed before the whole body had arrived.',
    remedy: 'Send the request again, with the same Idempotency-Key.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    cause: 'The body is larger than 64 KB.',
    remedy: 'Shorten the texts and the metadata. No request of this API needs more.',
  },
  media_type_not_supported: {
    status: 415,
    title: 'The body is declared as something else than JSON',
    cause:
      '`Content-Type` is missing or not `application/json` in UTF-8, or `Content-Encoding` says that the body is compressed.',
    remedy: 'Send JSON in UTF-8, not compressed, with `Content-Type: application/json`.',
  },
  request_malformed: {
    status: 400,
    title: 'The request is malformed',
    cause: 'The path or a header could not be read, so the request was not processed.',
    remedy: '`detail` says what could not be read. Escape the path, and send only the headers this API documents.',
  },
  host_unknown: {
    status: 421,
    title: 'The host is not ours',
    cause: 'The `Host` header names another server.',
    remedy: 'Send requests to the address under “servers” of the OpenAPI document.',
  },
  invalid_input: {
    status: 422,
    title: 'The input is not valid',
    cause: 'One or more members of the body or the query are missing, unknown or have a value that is not allowed.',
    remedy:
      '`errors` names every member that is wrong and what it must be. Correct them all and send the request again.',
  },
  member_missing: {
    status: 422,
    title: 'A member is missing',
    cause: 'The operation needs the member in `field`, and the request does not have it.',
    remedy: 'Add it. `detail` says which type it has.',
  },
  member_unknown: {
    status: 422,
    title: 'A member is unknown',
    cause: 'The operation has no member or parameter named `field`.',
    remedy: 'Check its spelling in the reference, or leave it out.',
  },
  member_repeated: {
    status: 422,
    title: 'A member is there more than once',
    cause:
      'An object of the body, or the query, has the member in `field` more than once, so we can’t tell which of them is meant.',
    remedy: 'Send it once.',
  },
  value_not_valid: {
    status: 422,
    title: 'A value is not valid',
    cause: 'The value of `field` has another type or form than the reference says, or is out of range.',
    remedy: 'Send what `detail` asks for.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    cause: 'There is nothing at this address, or nothing with this id in the organisation and the mode of your key.',
    remedy: 'Check the path and the id. A test key sees test objects only, a live key live objects only.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    cause: 'The address exists, but does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  too_many_tries: {
    status: 429,
    title: 'Too many requests',
    cause:
      'The limit in `RateLimit` is reached: of your key, of your organisation for this kind of object, or of wrong keys from your address.',
    remedy: 'Wait for the seconds in `Retry-After`, then send the same request with the same Idempotency-Key.',
  },

  // The key.
  key_not_valid: {
    status: 401,
    title: 'The API key is missing or not valid',
    cause:
      'There is no `Authorization: Bearer gk_…` header, or the key is unknown, was revoked or belonged to a member who has left.',
    remedy: 'Send a key of your organisation. A revoked key cannot be restored: create a new one in the dashboard.',
  },
  key_expired: {
    status: 401,
    title: 'The API key has expired',
    cause: 'The last day that was chosen for the key is over.',
    remedy: 'Create a new key in the dashboard, or choose a later day for this one, under API keys.',
  },
  key_scope_missing: {
    status: 403,
    title: 'The API key lacks a scope',
    cause:
      'This operation needs the scope in `scope`. The key was created without it, or the role of the member who holds the key no longer allows it.',
    remedy:
      'Create a key with that scope: the scopes of a key cannot be changed. If the key has it, an owner can take the key over in the dashboard.',
  },
  address_not_allowed: {
    status: 403,
    title: 'The API key cannot be used from this address',
    cause: 'The key is limited to some IP addresses, and the request came from another one: `address`.',
    remedy: 'Send it from an allowed server, or add `address` to the key in the dashboard, under API keys.',
  },

  // Idempotency.
  idempotency_key_needed: {
    status: 400,
    title: 'An Idempotency-Key is needed',
    cause:
      'A POST came without an `Idempotency-Key` header, or with one that is not of 1 to 255 printable ASCII characters without spaces.',
    remedy: 'Send a new UUID with each new request, and the same one when you repeat a request.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    cause: 'A request with the same key, but another path or body, was answered in the last 24 hours.',
    remedy: 'Use a new key for a new request.',
  },
  idempotency_under_way: {
    status: 409,
    title: 'The first request is still being answered',
    cause: 'A request with the same Idempotency-Key is being processed right now.',
    remedy: 'Wait a moment and send it again: you get the answer of the first request.',
  },

  // Payments and refunds.
  beneficiary_missing: {
    status: 409,
    title: 'No beneficiary account',
    cause:
      'The organisation has not entered the account that receives its payments, or a new one is not in effect yet.',
    remedy: 'Ask an owner to enter it in the dashboard, under Organisation.',
  },
  organisation_not_activated: {
    status: 403,
    title: 'The organisation is not activated',
    cause: 'Live payments need an activated organisation. `missing` names the steps that are left.',
    remedy: 'Ask an owner to finish them in the dashboard, under Activation. Test keys work meanwhile.',
  },
  organisation_suspended: {
    status: 403,
    title: 'The organisation is suspended',
    cause: 'We have stopped new payments to the organisation. Payments under way are finished.',
    remedy: 'The dashboard says why, under Activation. Answer there, or write to us.',
  },
  payment_limit_reached: {
    status: 409,
    title: 'A limit is reached',
    cause:
      'The payment exceeds the limit in `limit`: what one payment, a day or a month may come to, and what is left.',
    remedy: 'Ask for a smaller amount, wait until the day or the month is over in Paris, or ask us for a higher limit.',
  },
  amount_not_valid: {
    status: 422,
    title: 'The amount is not valid',
    cause: 'The amount is not a positive decimal number with the digits of its currency, or it is too large.',
    remedy: 'Send a string such as `"24.90"`: a dot, no thousands separator, two decimals for EUR.',
  },
  line_items_sum_differs: {
    status: 422,
    title: 'The line items are not the amount',
    cause: 'The line items, each `unit_amount` times `quantity`, add up to another sum than `amount`.',
    remedy: 'Add postage, tax and discounts as items of their own: a discount has a negative `unit_amount`.',
  },
  bank_not_offered: {
    status: 422,
    title: 'The bank is not offered',
    cause:
      'No bank with this code takes payments in the mode of your key, or it has no instant transfers and you require one.',
    remedy: 'Send the `id` of a bank that `GET /banks` lists, or leave it out: the payer then chooses.',
  },
  payer_iban_not_valid: {
    status: 422,
    title: 'The payer’s IBAN is not valid',
    cause: 'The IBAN is malformed, its check digits are wrong, or its country is outside SEPA.',
    remedy: 'Correct it, or leave it out: the payer then chooses an account at the bank.',
  },
  instant_only_today: {
    status: 422,
    title: 'An instant transfer has no later day',
    cause: 'The session asks for an instant transfer and for an `execution_date` in the future.',
    remedy: 'Leave one of them out: banks execute instant transfers at once.',
  },
  amount_more_than_left: {
    status: 422,
    title: 'More than is left to refund',
    cause: 'The amount is more than what was received and has not been refunded yet.',
    remedy:
      'Leave `amount` out to refund all that is left. If that is refused too, nothing is left: `GET /refunds?payment_id=` shows why.',
  },
  amount_nothing_to_refund: {
    status: 422,
    title: 'Nothing to refund',
    cause: 'Nothing of the payment has been received.',
    remedy: 'Wait for `payment.executed`. A payment that is not executed can be cancelled instead.',
  },
  return_url_not_registered: {
    status: 422,
    title: 'The address is not registered',
    cause: 'The address in `field` is not among the return addresses of the organisation.',
    remedy:
      'Ask an owner to register it in the dashboard, under Organisation. Scheme, host, port and path must be the same; the query is free, with signs such as `{` and `"` percent-encoded.',
  },
  execution_date_out_of_range: {
    status: 422,
    title: 'The execution date is out of range',
    cause: 'The date is in the past or more than a year ahead, counted in Paris.',
    remedy: 'Send today or a later day within a year, or leave it out.',
  },
  creditor_iban_not_valid: {
    status: 422,
    title: 'The IBAN is not valid',
    cause: 'The bank of the payer did not say which account paid, and `creditor_iban` is missing or not an IBAN.',
    remedy: 'Ask your customer for the IBAN to refund to.',
  },
  creditor_name_missing: {
    status: 422,
    title: 'The name of the account holder is missing',
    cause: 'A refund is a credit transfer, and a credit transfer names who receives it.',
    remedy: 'Send `creditor_name`, up to 140 characters.',
  },
  payment_under_way: {
    status: 409,
    title: 'A payment is under way',
    cause: 'The payer is at their bank, or the bank has not reported the outcome of the payment yet.',
    remedy: 'Wait for the next event of the payment.',
  },
  payment_over: {
    status: 409,
    title: 'The payment is over',
    cause: 'The payment was executed, cancelled or has expired, and cannot be changed any more.',
    remedy: 'Read the payment to see how it ended. Create a new one if it has to be paid again.',
  },
  payment_not_cancellable: {
    status: 409,
    title: 'The payment can no longer be cancelled',
    cause: 'The bank cancels a payment only under certain conditions. `conditions` says which of them are not met.',
    remedy: 'Refund the payment once it is executed.',
  },
  cursor_unknown: {
    status: 422,
    title: 'The cursor is unknown',
    cause: 'The cursor does not come from a page of this list.',
    remedy: 'Pass the `next_cursor` of the previous page unchanged, or start again without a cursor.',
  },

  // Payment links.
  link_closed: {
    status: 409,
    title: 'The payment link is closed',
    cause: 'The link was closed, or it is a single-use link that has been paid.',
    remedy: 'Create a new link.',
  },
  expires_at_in_the_past: {
    status: 422,
    title: 'The expiry is in the past',
    cause: 'The link would expire before it is created.',
    remedy: 'Send a later time, or leave it out.',
  },

  // Webhook endpoints.
  endpoint_disabled: {
    status: 409,
    title: 'The endpoint is disabled',
    cause: 'The endpoint was turned off by a member, or by us after it answered 410.',
    remedy: 'Turn it on first.',
  },
  secret_rotated_recently: {
    status: 409,
    title: 'The secret was rotated in the last 24 hours',
    cause: 'The previous secret still signs, and another rotation would end it at once.',
    remedy: 'Wait until `previous_secret_until`, or send `"force": true` if the new secret has leaked.',
  },
  endpoint_limit_reached: {
    status: 409,
    title: 'Too many endpoints',
    cause: 'The organisation already has the maximum number of endpoints in this mode.',
    remedy: 'Delete one that is no longer used.',
  },
  url_not_an_address: {
    status: 422,
    title: 'Not an address',
    cause: 'The text is not an absolute http or https address.',
    remedy: 'Send an address such as `https://shop.example/webhooks`.',
  },
  url_not_https: {
    status: 422,
    title: 'The address is not https',
    cause: 'Events are sent over https only.',
    remedy: 'Serve the endpoint over https. In a demonstration, `http://localhost` is allowed for test endpoints.',
  },
  url_ip_literal: {
    status: 422,
    title: 'The address names an IP address',
    cause: 'Events are sent to host names only, never to IP addresses.',
    remedy: 'Give the endpoint a host name in the public DNS.',
  },
  url_local_name: {
    status: 422,
    title: 'The address names a local host',
    cause: 'The host name is not public.',
    remedy: 'Give the endpoint a host name in the public DNS.',
  },
  url_port_not_allowed: {
    status: 422,
    title: 'The port is not allowed',
    cause: 'Events are sent to the ports 443 and 8443.',
    remedy: 'Serve the endpoint on one of them.',
  },
  url_has_user: {
    status: 422,
    title: 'The address contains credentials',
    cause: 'The address has a user name or a password before the host.',
    remedy: 'Remove them. Events are signed: check the signature instead.',
  },
  url_has_fragment: {
    status: 422,
    title: 'The address has a fragment',
    cause: 'The part after a `#` is never sent to a server.',
    remedy: 'Leave it out.',
  },
  url_too_long: {
    status: 422,
    title: 'The address is too long',
    cause: 'The address has more than 500 characters.',
    remedy: 'Shorten it.',
  },

  // Banks, and us.
  bank_unavailable: {
    status: 503,
    title: 'The bank does not answer',
    cause: 'The bank could not be reached, or did not answer in time.',
    remedy: 'Try again later. Nothing was changed at the bank, unless the payment says otherwise.',
  },
  bank_paused: {
    status: 503,
    title: 'Calls to the bank are paused',
    cause: 'The bank failed several times in a row, so we pause before the next call.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  bank_crowded: {
    status: 503,
    title: 'Too many calls to the bank are under way',
    cause: 'The number of calls to a bank at a time is limited, and the limit is reached.',
    remedy: 'Try again in a few seconds.',
  },
  bank_refused: {
    status: 502,
    title: 'The bank refused',
    cause: 'The bank refused the call. `bank_code` is its own code.',
    remedy: 'Read the payment: its last attempt says why.',
  },
  bank_answer_unusable: {
    status: 502,
    title: 'The answer of the bank cannot be used',
    cause: 'The answer of the bank does not follow the specification of its interface.',
    remedy: 'Try again later. We have been notified.',
  },
  busy: {
    status: 503,
    title: 'Busy',
    cause: 'The service, or the object to be changed, is temporarily busy.',
    remedy: 'Send the same request again in a second, with the same Idempotency-Key.',
  },
  our_fault: {
    status: 500,
    title: 'Something failed on our side',
    cause: 'The request was valid. The failure is ours.',
    remedy: 'Send it again with the same Idempotency-Key. If it fails again, tell us the `request_id`.',
  },
} as const satisfies Record<string, ApiError>

export type ApiErrorCode = keyof typeof apiErrors
export const apiErrorCodes = Object.keys(apiErrors) as [ApiErrorCode, ...ApiErrorCode[]]

export const errorPage = (code: string) => `/docs/api/errors/${code}`
