import type { ExportWriter } from './line.ts'

/** JSON with everything that pages show. One writer per file, because it tracks whether a separator is needed. */
export function jsonWriter(): ExportWriter {
  let first = true
  return {
    head: (accounts, { writtenAt }) =>
      `{"writtenAt":${JSON.stringify(writtenAt)},"accounts":${JSON.stringify(accounts)},"transactions":[\n`,
    accountHead: () => '',
    line: line => {
      const comma = first ? '' : ',\n'
      first = false
      return comma + JSON.stringify(line)
    },
    accountTail: () => '',
    tail: () => '\n]}\n',
    bookedOnly: false,
  }
}
