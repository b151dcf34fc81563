/** `unsuccessfulReportUrl`: refused, or interrupted. Handled alike, because the bank is asked whatever the address says. */
export { GET, HEAD } from '#app/callback/[bank]/payment/[report]/route.ts'
