/** Where the tour, the application and the bank's screens are on this machine. */
export type Ports = {
  readonly scheme: 'http' | 'https'
  readonly tour: number
  readonly app: number
  readonly screens: number
}
