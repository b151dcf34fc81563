import createNextIntlPlugin from 'next-intl/plugin'

const withNextIntl = createNextIntlPlugin({
  requestConfig: './components/i18n/request.ts',
  // The build parses the messages, so neither a browser nor a request needs the parser; `t.raw` is not possible then.
  experimental: {
    messages: { path: './components/i18n/messages', locales: ['fr', 'en'], format: 'json', precompile: true },
  },
})

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types and lint are checked once, by `npm test`, not again at every build.
  typescript: { ignoreBuildErrors: true },
  // Binaries, and packages that load files beside themselves.
  serverExternalPackages: [
    '@node-rs/argon2',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/sdk-node',
    '@prisma/adapter-pg',
    '@prisma/client',
    'pdfkit',
    'pg',
    'pino',
    'prom-client',
    'undici',
  ],
  // Nothing reads them, and they are a third of what is built.
  experimental: { turbopackSourceMaps: false },
  images: { unoptimized: true, remotePatterns: [] },
  devIndicators: false,
}

export default withNextIntl(config)
