#!/usr/bin/env node
// Also runs on a Node that is too old for the bank, to say so.
const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(`✖ The bank needs Node 24 or later; this is ${process.version}. Without installing one:`)
  console.error('  npx --package node@24 --package @guichet/sandbox guichet-sandbox')
  process.exit(1)
}
// Node calls its SQLite experimental at every start; other warnings are shown.
process.removeAllListeners('warning')
process.on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') console.error(`${name}: ${message}`)
})
await import('./dist/command.js')
