import recorded from './examples.json' with { type: 'json' }

/** A request and its answers by status, as the bank gave them when they were recorded. Lists are cut after two rows. */
export type Example = { readonly request?: unknown; readonly answers: Readonly<Record<string, unknown>> }

/** By operationId, of the interfaces and of the control desk. `examples.test.ts` records them and holds them against the schemas. */
export const examples: Readonly<Record<string, Example>> = recorded

/** `example` of an answer's content in an OpenAPI document; nothing where none was recorded. */
export function answerExample(id: string, status: number): { readonly example?: unknown } {
  const answers = examples[id]?.answers ?? {}
  return Object.hasOwn(answers, status) ? { example: answers[status] } : {}
}

/** `examples` of a request's content. */
export function requestExample(id: string): { readonly examples?: Readonly<Record<string, { value: unknown }>> } {
  const value = examples[id]?.request
  return value === undefined ? {} : { examples: { recorded: { value } } }
}
