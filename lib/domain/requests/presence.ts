/**
 * The person's own live request to us, from which the PSU-* headers of document 1 are made. A value of this type exists
 * only while answering such a request; jobs have none and cannot make one.
 */
export type Presence = {
  readonly ipAddress: string
  readonly ipPort: number | null
  readonly httpMethod: string
  /** Time of that request. */
  readonly at: Date
  readonly userAgent: string | null
  readonly referer: string | null
  readonly accept: string | null
  readonly acceptCharset: string | null
  readonly acceptEncoding: string | null
  readonly acceptLanguage: string | null
}
