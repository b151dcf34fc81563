/**
 * Time limits of connections (docs/operations/install.md). A connection without any data is cut off like one with incomplete headers:
 * Node counts both from the connection's start.
 */
export const httpLimits = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
}
