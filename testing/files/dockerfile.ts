import { readFileSync } from 'node:fs'
import dockerignore from '@balena/dockerignore'

/** Reading a Dockerfile: only what that of examples/production uses. */

const dockerfile = 'examples/production/Dockerfile'

/** Whether Docker gives a path below the context to COPY, by the file beside the Dockerfile. */
export function readContext(): (path: string) => boolean {
  return dockerignore()
    .add(readFileSync(`${dockerfile}.dockerignore`, 'utf8'))
    .createFilter()
}

export type Instruction = { readonly name: string; readonly value: string }

/** The stages of a Dockerfile; continued lines are joined, comments dropped. */
export function readStages(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean)
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, value })
  }
  return stages
}
