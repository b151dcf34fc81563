// Unlisted, as the payments that it leads to.
export { default, metadata } from '#app/pay/layout.tsx'
