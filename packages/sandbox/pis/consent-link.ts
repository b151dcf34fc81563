import type { Sandbox } from '#sandbox/running-bank.ts'

/** Path of `consentApproval` links on the screens' host. */
export const consentPath = '/stet/psd2/v1.4.2/payment-requests/consent'

/** `consentApproval.href` (document 2, creation response): absolute, because its host is not the interface's. */
export function consentHref(sandbox: Sandbox, bankCode: string, paymentId: string, nonce: string): string {
  return `${sandbox.screensOf(bankCode)}${consentPath}?${new URLSearchParams({ paymentRequestResourceId: paymentId, nonce })}`
}
