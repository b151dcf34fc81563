/** The person's live request, the source of PSU-* headers (document 1). Jobs have none and can't create one. */
export type Presence = {
  readonly ipAddress: string
  readonly ipPort: number | null
  readonly httpMethod: string
  readonly at: Date
  readonly userAgent: string | null
  readonly referer: string | null
  readonly accept: string | null
  readonly acceptCharset: string | null
  readonly acceptEncoding: string | null
  readonly acceptLanguage: string | null
}
