import type { ExportWriter } from './line.ts'

/** Everything pages show. One writer per file. */
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
