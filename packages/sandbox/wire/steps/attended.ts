import { isIP } from 'node:net'
import type { Step } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'

const forms: readonly {
  readonly header: string
  readonly accepts: (value: string) => boolean
  readonly form: string
}[] = [
  { header: 'PSU-IP-Address', accepts: value => isIP(value) !== 0, form: 'an IPv4 or IPv6 address' },
  {
    header: 'PSU-IP-Port',
    accepts: value => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
    form: 'a port number',
  },
  { header: 'PSU-HTTP-Method', accepts: value => /^(GET|POST|PUT|PATCH|DELETE)$/.test(value), form: 'an HTTP method' },
  {
    header: 'PSU-Device-ID',
    accepts: value => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
    form: 'a UUID',
  },
]

/** `PSU-IP-Address` says that the PSU is present (document 1, common headers). Sets `attended`; an invalid value is FF01. */
export const readsPresence: Step = exchange => {
  for (const { header, accepts, form } of forms) {
    const value = exchange.headers.get(header)
    if (value !== null && !accepts(value)) refuse('FF01', `${header} must be ${form}`)
  }
  exchange.attended = exchange.headers.has('psu-ip-address')
}
