declare module 'http-signature' {
  type ParsedSignature = { readonly params: { readonly keyId: string; readonly headers: readonly string[] } }
  type IncomingLike = {
    readonly method: string
    readonly url: string
    readonly httpVersion?: string
    readonly headers: Readonly<Record<string, string>>
  }
  const httpSignature: {
    parseRequest(request: IncomingLike, options?: { clockSkew?: number; headers?: string[] }): ParsedSignature
    verifySignature(parsed: ParsedSignature, publicKeyPem: string): boolean
  }
  export default httpSignature
}
