import type { Endpoint } from './exchange.ts'

/** Every route of the bank on one page. `{name}` in a path is a parameter; steps are read from top to bottom. */
export const routes: readonly Endpoint[] = []
