import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

/**
 * Resolves `localhost` and its subdomains to this machine, as RFC 6761 § 6.3 requires and system resolvers often don't.
 * Other names are resolved as usual.
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
