/** PEM: our QWAC with its key, and the authorities of banks' certificates. */
export type TlsCredentials = {
  readonly cert: string | Buffer
  readonly key: string | Buffer
  readonly ca: string | Buffer | readonly (string | Buffer)[]
}
