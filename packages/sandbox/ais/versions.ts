import type { Exchange } from '#sandbox/wire/exchange.ts'
import type { Presentation } from './presentation.ts'
import { v142 } from './v1-4-2.ts'
import { v162 } from './v1-6-2.ts'

const presentations: ReadonlyMap<Exchange['version'], Presentation> = new Map([
  ['1.4.2', v142],
  ['1.6.2', v162],
])

/** The presentation of the version in the path. */
export function presentationOf({ version, path }: Exchange): Presentation {
  const presentation = presentations.get(version)
  if (!presentation) throw new Error(`no presentation for ${path}`)
  return presentation
}
