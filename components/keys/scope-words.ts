import type { ApiScope } from '#lib/domain/merchant/api-key.ts'

/** Words of a scope: message keys hold no colon. */
export const scopeWords = <Scope extends ApiScope>(scope: Scope) =>
  scope.replace(':', '_') as Scope extends `${infer Noun}:${infer Verb}` ? `${Noun}_${Verb}` : never
