/** `unsuccessfulReportUrl`: refused or interrupted. Handled like the other, because the bank's status decides, not the address. */
export { GET, HEAD } from '#app/callback/[bank]/payment/[report]/route.ts'
