import type { Step } from './exchange.ts'

/** The name under which the control desk's API lists a step, if it isn't the function's. */
export function namedStep(name: string, step: Step): Step {
  return Object.defineProperty(step, 'name', { value: name })
}
