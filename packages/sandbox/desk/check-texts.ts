import { type Language, languages, texts } from '#sandbox/texts/catalogue.ts'

/**
 * What a step of an endpoint checks or does, in words, by the name that the request log gives it: `isDigested`, or with what it is about,
 * `isGranted balances`. Null for a step without words.
 */
export function sayCheck(step: string): Record<Language, string> | null {
  const [fr, en] = languages.map(language => {
    const checks: Readonly<Record<string, string>> = texts[language].checks
    return checks[step] ?? checks[step.split(' ', 1)[0] ?? '']
  })
  return fr && en ? { fr, en } : null
}

/** By the name of a step: the row of docs/interface (`document section: row`, or a decision) that it follows. */
const rules: Readonly<Record<string, string>> = {
  namesClient: 'D6',
  namesRedirectUri: 'D6',
  asksForCode: 'D6',
  namesScope: 'D6',
  bringsChallenge: 'D6',
  presentsCertificate: '1 Authentication: 2',
  isInService: '1 Errors: INTS',
  holdsRole: 'D17',
  namesRequest: '1 Common request headers: X-Request-ID',
  bearsToken: 'D3',
  bearsPaymentToken: 'D3',
  bearsApplicationToken: 'D3',
  isDated: 'D53',
  isDigested: 'D15',
  isSigned: 'D14',
  isSignedForm: 'D61',
  isNoDuplicate: 'D18',
  hasScope: 'D59',
  readsPresence: '1 Common request headers: PSU-IP-Address',
  knowsSubscriber: '1 Errors: IPSU',
  isGranted: '1 Behaviour rules: 3',
  isIdentityGranted: 'D23',
  limitsBatch: 'D5',
  namesWorkspace: 'D32',
  answerToken: 'D7',
  answerRevoke: 'D9',
  recordConsent: 'D58',
  createPayment: 'D56',
  readPaymentRequest: 'D36',
  confirmPayment: 'D54',
  confirmWithCode: 'D54',
  handleCancellation: 'D40',
  replaceRegistration: '3 Resources and their fields: members of PUT',
}

/** The rule that a step follows; null for a step of our own, or one that no rule names. */
export function ruleOf(step: string): string | null {
  return rules[step.split(' ', 1)[0] ?? ''] ?? null
}
