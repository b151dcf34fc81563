import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** Of several addresses each gets a third: Node's 250 ms pass while a process is busy. */
export function connectWithin(timeoutMs: number) {
  return { timeout: timeoutMs, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: Math.ceil(timeoutMs / 3) }
}

/** `*.localhost` is this machine (RFC 6761 § 6.3), which system resolvers often don't know. */
export const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  if (!/(^|\.)localhost\.?$/i.test(hostname)) {
    lookup(hostname, options, callback)
  } else if (options.all === true) {
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  } else {
    callback(null, '127.0.0.1', 4)
  }
}
