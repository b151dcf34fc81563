/** What the running bank needs of its certificates. */
export type Pki = {
  /** PEM of the local authority that issues the TPPs' and the bank's certificates. */
  readonly caPem: string
  readonly serverCertPem: string
  readonly serverKeyPem: string
}
