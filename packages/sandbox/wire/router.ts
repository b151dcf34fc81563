import type { Endpoint } from './exchange.ts'

type Node = {
  fixed: Map<string, Node>
  parameter: { name: string; node: Node } | null
  endpoints: Map<string, Endpoint>
}

export type Match =
  | { readonly found: 'endpoint'; readonly endpoint: Endpoint; readonly params: Readonly<Record<string, string>> }
  | { readonly found: 'path'; readonly methods: readonly string[] }
  | { readonly found: 'nothing' }

/** Finds the endpoint of a method and a path; a fixed segment takes precedence over a parameter. */
export type Router = (method: string, path: string) => Match

/** Builds the router of a list of endpoints. Throws if two endpoints have the same method and path. */
export function buildRouter(endpoints: readonly Endpoint[]): Router {
  const root = newNode()
  for (const endpoint of endpoints) addEndpoint(root, endpoint)
  return (method, path) => {
    const params: Record<string, string> = {}
    const node = walk(root, path.split('/').slice(1), params)
    if (!node) return { found: 'nothing' }
    const endpoint = node.endpoints.get(method)
    return endpoint ? { found: 'endpoint', endpoint, params } : { found: 'path', methods: [...node.endpoints.keys()] }
  }
}

function addEndpoint(root: Node, endpoint: Endpoint): void {
  let node = root
  for (const segment of endpoint.path.split('/').slice(1)) node = childOf(node, segment)
  if (node.endpoints.has(endpoint.method)) throw new Error(`two endpoints are ${endpoint.method} ${endpoint.path}`)
  node.endpoints.set(endpoint.method, endpoint)
}

function childOf(node: Node, segment: string): Node {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1]
  if (name) {
    node.parameter ??= { name, node: newNode() }
    if (node.parameter.name !== name) throw new Error(`{${name}} and {${node.parameter.name}} are at the same position`)
    return node.parameter.node
  }
  const child = node.fixed.get(segment) ?? newNode()
  node.fixed.set(segment, child)
  return child
}

function walk(node: Node, segments: readonly string[], params: Record<string, string>): Node | null {
  const [segment, ...rest] = segments
  if (segment === undefined) return node.endpoints.size > 0 ? node : null
  const fixed = node.fixed.get(segment)
  const found = fixed ? walk(fixed, rest, params) : null
  if (found || !node.parameter || segment === '') return found
  const value = decodeSegment(segment)
  if (value === null) return null
  params[node.parameter.name] = value
  return walk(node.parameter.node, rest, params)
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function newNode(): Node {
  return { fixed: new Map(), parameter: null, endpoints: new Map() }
}
