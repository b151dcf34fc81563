/**
 * The person's live request to us, from which the PSU-* headers of document 1 are made. Exists only while such a
 * request is answered; jobs have none and can't create one.
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
