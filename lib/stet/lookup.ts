import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

/**
 * Name resolution that keeps `localhost` and everything under it on this machine, as RFC 6761 § 6.3 asks; system
 * resolvers often don't. Every other name is resolved as usual.
 */
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
