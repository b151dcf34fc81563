/**
 * How long a connection may take (docs/going-live.md). Whoever opens one and sends nothing is cut off like one whose headers do
 * not come to their end: Node counts both from the connection's beginning.
 */
export const httpLimits = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
}
