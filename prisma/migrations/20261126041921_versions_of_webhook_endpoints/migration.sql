-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "version" TEXT NOT NULL DEFAULT '2026-11-26';

-- AlterTable
ALTER TABLE "WebhookMessage" ADD COLUMN     "version" TEXT NOT NULL DEFAULT '2026-11-26';
