import type { Step } from './exchange.ts'

/** Names a step that was made by a function, for the control desk. */
export function namedStep(name: string, step: Step): Step {
  return Object.defineProperty(step, 'name', { value: name })
}
