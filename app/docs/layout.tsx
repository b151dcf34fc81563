export { default } from '#app/(site)/layout.tsx'
